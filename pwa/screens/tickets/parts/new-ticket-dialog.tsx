import { useState } from "react";
import { ownConnectionOf } from "../../../../sync/contracts/session.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { phoneDigits } from "../../../i18n/phone-number.ts";
import { useCan, useCommand, useDeskUser } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { Button } from "../../../ui/button.tsx";
import { Combobox, type ComboboxChoice } from "../../../ui/combobox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Select } from "../../../ui/select.tsx";
import { SEARCH_FROM } from "../../../ui/use-debounced.ts";
import { useOneAtATime } from "../../../ui/use-one-at-a-time.ts";
import { contactChoice } from "../../contacts/parts/contact-choice.tsx";
import { ContactFields } from "../../contacts/parts/contact-fields.tsx";
import { type ContactForm, contactProblems, emptyContact, newContactOf } from "../../contacts/parts/contact-form.ts";
import { type FoundContact, useFoundContacts } from "../../contacts/parts/use-found-contacts.ts";
import { queueProblem } from "../queue-problem.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ConnectionSelect } from "./connection-select.tsx";

type NewTicketProps = {
  open: boolean;
  /** The contact, if already known. */
  contact?: FoundContact | null;
  onClose: () => void;
};

export function NewTicketDialog({ open, contact = null, onClose }: NewTicketProps) {
  return open ? <NewTicketForm preset={contact} onClose={onClose} /> : null;
}

/** Starts a conversation with an existing contact or with one created here. */
function NewTicketForm({ preset, onClose }: { preset: FoundContact | null; onClose: () => void }) {
  const send = useCommand();
  const user = useDeskUser();
  const actions = useTicketActions();
  const once = useOneAtATime();
  const { queues } = useDirectory();
  const [text, setText] = useState("");
  const [contact, setContact] = useState<ComboboxChoice | null>(preset && contactChoice(preset));
  const [made, setMade] = useState<ContactForm | null>(null);
  const [queueId, setQueueId] = useState<string | null>(null);
  const [connectionId, setConnectionId] = useState(() => ownConnectionOf(user));
  const [asked, setAsked] = useState(false);

  const found = useFoundContacts(text);

  const mine = new Set(user.queues.map((queue) => queue.id));
  const usesAllQueues = useCan("workInAllQueues");
  const offered = [...queues.values()].filter((queue) => usesAllQueues || mine.has(queue.id));
  const queueMissing = queueProblem(queueId, usesAllQueues);
  const problems = made ? contactProblems(made) : {};

  function startContact(typed: string) {
    const digits = phoneDigits(typed);
    setContact(null);
    setMade({ ...emptyContact, ...(digits ? { number: typed } : { name: typed }) });
  }

  async function handleSave() {
    setAsked(true);
    if (queueMissing || Object.keys(problems).length > 0) return;
    const contactId = made ? await createContact(made) : contact?.id;
    if (!contactId) return;
    const ticketId = await send("ticket.create", { contactId, queueId, connectionId, status: "open" });
    onClose();
    await actions.open(ticketId);
  }

  const createContact = (form: ContactForm) => send("contact.create", newContactOf(form));

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_new_title()}
      dirty={contact !== null || made !== null}
      footer={
        <>
          <Button onClick={onClose}>{m.tickets_cancel()}</Button>
          <Button
            kind="primary"
            disabled={!contact && !made}
            title={!contact && !made ? m.tickets_new_choose_contact() : undefined}
            onClick={() => void once(handleSave)}
          >
            {m.tickets_save()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {made ? (
          <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
            <legend className="px-1 font-medium text-ink-2 text-xs">{m.tickets_new_contact_new()}</legend>
            <ContactFields
              form={made}
              onChange={(part) => setMade({ ...made, ...part })}
              problems={asked ? problems : {}}
              withExtra={false}
            />
            <Button size="small" kind="ghost" className="self-start" onClick={() => setMade(null)}>
              {m.tickets_new_contact_other()}
            </Button>
          </fieldset>
        ) : (
          <Combobox
            label={m.tickets_new_contact()}
            placeholder={m.tickets_new_contact_hint()}
            minimumCharacters={SEARCH_FROM}
            options={found.map(contactChoice)}
            value={contact}
            onChange={setContact}
            onSearch={setText}
            createLabel={(name) => m.tickets_new_contact_create({ name })}
            onCreate={startContact}
            autoFocus={!preset}
          />
        )}
        <Select
          label={m.tickets_queue()}
          placeholder={m.tickets_queue_choose()}
          options={offered.map((queue) => ({ value: queue.id, label: queue.name }))}
          value={queueId}
          onChange={setQueueId}
          error={asked ? queueMissing : null}
        />
        <ConnectionSelect value={connectionId} onChange={setConnectionId} />
      </div>
    </Dialog>
  );
}
