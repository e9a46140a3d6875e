import { useState } from "react";
import * as v from "valibot";
import { errorMessage } from "../../i18n/error-message.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { ApiError } from "../../session/api-error.ts";
import { useSyncStatus } from "../../session/desk.tsx";
import { useCall } from "../../session/server-data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Refusal } from "../lists/index.ts";
import { contactCalls } from "./contact-calls.ts";
import type { MergedContact } from "./merge/merge-dialog.tsx";
import { ContactDialog } from "./parts/contact-dialog.tsx";
import type { ContactForm, EditedContact } from "./parts/contact-form.ts";
import { Merges } from "./parts/merges.tsx";
import { useSaveContact } from "./use-save-contact.ts";

const Holder = v.object({ contactId: v.string(), name: v.string() });
type Holder = v.InferOutput<typeof Holder>;

type EditContactProps = {
  contact: EditedContact | null;
  onClose: () => void;
  /** Opens another contact in place of this one. */
  onOpen: (contact: EditedContact) => void;
  /** Merges the two contacts; undefined when the user may not. */
  onMerge?: (pair: readonly [MergedContact, MergedContact]) => void;
};

export function EditContact({ contact, onClose, onOpen, onMerge }: EditContactProps) {
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
      notice={
        <>
          {holder && <Duplicate holder={holder} contact={contact} onOpen={onOpen} onMerge={onMerge} />}
          {contact && (
            <Merges
              contactId={contact.id}
              onUndone={onClose}
              frame={(list) => (
                <section className="line-ring rounded-lg px-3 py-2">
                  <h3 className="mb-1 font-semibold text-sm">{m.contacts_merges()}</h3>
                  {list}
                </section>
              )}
            />
          )}
        </>
      }
      onClose={onClose}
    />
  );
}

/** Shown when another contact has the number; a button opens that contact. */
function Duplicate({ holder, contact, onOpen, onMerge }: { holder: Holder } & Omit<EditContactProps, "onClose">) {
  const { busy, failure, call } = useCall();
  /** Merges into the contact being edited, because its card is open. */
  async function handleMerge(edited: EditedContact) {
    const other = await contactCalls.read(holder.contactId);
    onMerge?.([edited, other]);
  }
  return (
    <Notice
      tone="warn"
      actions={
        <>
          <Button
            size="small"
            busy={busy === "open" && m.ui_loading()}
            onClick={() => void call("open", async () => onOpen(await contactCalls.read(holder.contactId)))}
          >
            {m.contacts_duplicate_open({ name: holder.name })}
          </Button>
          {contact && onMerge && (
            <Button
              size="small"
              busy={busy === "merge" && m.ui_loading()}
              onClick={() => void call("merge", () => handleMerge(contact))}
            >
              {m.contacts_merge_with({ name: holder.name })}
            </Button>
          )}
        </>
      }
    >
      {m.contacts_duplicate({ name: holder.name })}
      {failure && <span className="mt-1 block">{failure}</span>}
    </Notice>
  );
}
