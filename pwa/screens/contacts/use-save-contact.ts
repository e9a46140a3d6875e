import { firstValueFrom } from "rxjs";
import { NetworkError } from "../../session/api-error.ts";
import { useDesk, useSyncStatus } from "../../session/desk.tsx";
import { type ContactForm, changeOf, type EditedContact, newContactOf } from "../tickets/contact/contact-form.ts";
import { contactCalls } from "./contact-calls.ts";

/**
 * With a network the server answers at once, so that a duplicate is told while the form is open; without one what was
 * written waits in the outbox. A contact that this device does not keep has no rev to be changed on: that needs the network.
 */
export function useSaveContact() {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();

  return async function save(form: ContactForm, contact: EditedContact | null): Promise<void> {
    if (linkUp) {
      await (contact ? contactCalls.change(form, contact) : contactCalls.create(form));
      return;
    }
    if (!contact) {
      await desk.send("contact.create", newContactOf(form));
      return;
    }
    const here = await firstValueFrom(desk.contact$(contact.id));
    if (!here) throw new NetworkError("this device does not keep the contact");
    await desk.send("contact.update", { contactId: contact.id, change: changeOf(form, contact), baseRev: here.rev });
  };
}
