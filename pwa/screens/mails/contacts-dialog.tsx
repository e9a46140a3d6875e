import * as v from "valibot";
import { MailAddress } from "../../../contracts/office/mails.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useKeptValues } from "../../session/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { LeaveButton } from "../../ui/fields/kept-form.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { ContactPicker } from "../contacts/parts/contact-picker.tsx";
import type { FoundContact } from "../contacts/parts/use-found-contacts.ts";

type ContactsDialogProps = { most: number; onAdd: (addresses: string[]) => void; onClose: () => void };

/** Lets the user choose contacts that have an e-mail address. */
export function ContactsDialog({ most, onAdd, onClose }: ContactsDialogProps) {
  const { values, set, kept, forget } = useKeptValues<{ chosen: FoundContact[] }>("mailContacts", { chosen: [] });
  const { chosen } = values;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.email_from_contacts()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
          <Button
            kind="primary"
            disabled={chosen.length === 0}
            onClick={() => {
              forget();
              onAdd(chosen.map(addressOf));
            }}
          >
            {m.email_add_contacts()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ContactPicker
          label={m.email_contacts_label()}
          chosen={chosen}
          onChange={(next) => set({ chosen: next })}
          most={most}
          isMeant={hasAddress}
          noteOf={addressOf}
        />
      </div>
    </Dialog>
  );
}

const addressOf = ({ email = "" }: FoundContact) => email.trim();
const hasAddress = (contact: FoundContact) => v.is(MailAddress, addressOf(contact));
