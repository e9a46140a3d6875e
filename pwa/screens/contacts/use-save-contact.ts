import { firstValueFrom } from "rxjs";
import { NetworkError } from "../../session/api-error.ts";
import { useDesk, useSyncStatus } from "../../session/desk.tsx";
import { usePhoneReader } from "../../session/phone-reader.ts";
import { contactCalls } from "./contact-calls.ts";
import { type ContactForm, changeOf, type EditedContact, newContactOf } from "./parts/contact-form.ts";

/**
 * Saves a contact. With a network the request goes to the server, so that a duplicate is reported while the form is
 * open; without one the command is queued in the outbox. A contact that is not on this device has no revision to base
 * a change on, so it requires the network.
 */
export function useSaveContact() {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const read = usePhoneReader();

  return async function save(form: ContactForm, contact: EditedContact | null): Promise<void> {
    if (linkUp) {
      await (contact ? contactCalls.change(form, contact, read) : contactCalls.create(form, read));
      return;
    }
    if (!contact) {
      await desk.send("contact.create", newContactOf(form, read));
      return;
    }
    const here = await firstValueFrom(desk.contact$(contact.id));
    if (!here) throw new NetworkError("The contact is not stored on this device.");
    await desk.send("contact.update", {
      contactId: contact.id,
      change: changeOf(form, contact, read),
      baseRev: here.rev,
    });
  };
}
