import { useState } from "react";
import * as v from "valibot";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { useSyncStatus } from "../../session/desk.tsx";
import { useCall } from "../../session/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Refusal } from "../lists/index.ts";
import { ContactDialog } from "../tickets/contact/contact-dialog.tsx";
import type { ContactForm, EditedContact } from "../tickets/contact/contact-form.ts";
import { contactCalls } from "./contact-calls.ts";
import { useSaveContact } from "./use-save-contact.ts";

const Holder = v.object({ contactId: v.string(), name: v.string() });
type Holder = v.InferOutput<typeof Holder>;

type EditContactProps = {
  contact: EditedContact | null;
  onClose: () => void;
  /** Opens another contact in place of this one. */
  onOpen: (contact: EditedContact) => void;
};

export function EditContact({ contact, onClose, onOpen }: EditContactProps) {
  const save = useSaveContact();
  const { linkUp } = useSyncStatus();
  const [holder, setHolder] = useState<Holder | null>(null);

  function refused(error: unknown): Refusal<ContactForm> | null {
    if (!(error instanceof ApiError) || error.code !== "ERR_DUPLICATED_CONTACT") return null;
    const named = v.safeParse(Holder, error.details);
    setHolder(named.success ? named.output : null);
    return { problems: { number: errorMessage(error.code) }, failure: null };
  }

  return (
    <ContactDialog
      contact={contact}
      save={(form) => {
        setHolder(null);
        return save(form, contact);
      }}
      refused={refused}
      saved={linkUp ? m.contacts_saved() : m.contacts_queued_toast()}
      notice={holder && <Duplicate holder={holder} onOpen={onOpen} />}
      onClose={onClose}
    />
  );
}

/** Somebody has the number already: one tap leads there. */
function Duplicate({ holder, onOpen }: { holder: Holder; onOpen: (contact: EditedContact) => void }) {
  const { busy, failure, call } = useCall();
  return (
    <Notice
      tone="warn"
      actions={
        <Button
          size="small"
          busy={busy !== null && m.ui_loading()}
          onClick={() => void call("open", async () => onOpen(await contactCalls.read(holder.contactId)))}
        >
          {m.contacts_duplicate_open({ name: holder.name })}
        </Button>
      }
    >
      {m.contacts_duplicate({ name: holder.name })}
      {failure && <span className="mt-1 block">{failure}</span>}
    </Notice>
  );
}
