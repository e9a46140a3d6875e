import { useEffect, useEffectEvent, useState } from "react";
import { ownConnectionOf } from "../../../../contracts/account/session.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { phoneDigits } from "../../../i18n/phone-number.ts";
import { useCan, useCommand, useDesk, useDeskUser, useSyncStatus } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { usePhoneReader } from "../../../session/phone-reader.ts";
import { useKeptValues } from "../../../session/use-form-draft.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/fields/combobox.tsx";
import { LeaveButton } from "../../../ui/fields/kept-form.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { SEARCH_FROM } from "../../../ui/hooks/use-debounced.ts";
import { useOneAtATime } from "../../../ui/hooks/use-one-at-a-time.ts";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { contactChoice } from "../../contacts/parts/contact-choice.tsx";
import { ContactFields } from "../../contacts/parts/contact-fields.tsx";
import { type ContactForm, contactProblems, emptyContact, newContactOf } from "../../contacts/parts/contact-form.ts";
import { type FoundContact, useFoundContacts } from "../../contacts/parts/use-found-contacts.ts";
import { queueProblem } from "../queue-problem.ts";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ConnectionSelect } from "./connection-select.tsx";
import { ExistingTicketDialog } from "./existing-ticket-dialog.tsx";

type NewTicket = {
  contact: FoundContact | null;
  /** A contact to create with the ticket. */
  made: ContactForm | null;
  queueId: string | null;
  connectionId: string | null;
};
type NewTicketProps = {
  open: boolean;
  /** The contact, if already known. */
  contact?: FoundContact | null;
  onClose: () => void;
};

export function NewTicketDialog({ open, contact = null, onClose }: NewTicketProps) {
  return open ? <NewTicket preset={contact} onClose={onClose} /> : null;
}

/** Looks on this device first: a contact has one open conversation, and the user's own is opened at once. */
function NewTicket({ preset, onClose }: { preset: FoundContact | null; onClose: () => void }) {
  const desk = useDesk();
  const actions = useTicketActions();
  const { firstSyncDone } = useSyncStatus();
  const [existing, setExisting] = useState<TicketView | null | undefined>(preset ? undefined : null);
  const openOwn = useEffectEvent((ticket: TicketView) => {
    onClose();
    void actions.open(ticket.id);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the first sync, the device knows more tickets
  useEffect(() => {
    if (!preset) return;
    let isWanted = true;
    void desk.openTicketWith(preset, null).then((ticket) => {
      if (!isWanted) return;
      if (ticket?.canAnswer) openOwn(ticket);
      else setExisting(ticket);
    });
    return () => {
      isWanted = false;
    };
  }, [desk, preset, firstSyncDone]);
  if (existing === undefined) return null;
  if (existing) return <ExistingTicketDialog ticket={existing} onClose={onClose} />;
  return <NewTicketForm preset={preset} onClose={onClose} />;
}

/** Starts a conversation with an existing contact or with one created here. */
function NewTicketForm({ preset, onClose }: { preset: FoundContact | null; onClose: () => void }) {
  const send = useCommand();
  const user = useDeskUser();
  const actions = useTicketActions();
  const once = useOneAtATime();
  const { queues } = useDirectory();
  const { values, set, kept, forget } = useKeptValues<NewTicket>(`ticket:new:${preset?.id ?? ""}`, () => ({
    contact: preset,
    made: null,
    queueId: null,
    connectionId: ownConnectionOf(user),
  }));
  const { contact, made, queueId, connectionId } = values;
  /** Another number of the company may have a conversation of its own with the same contact. */
  const [wantsConnection, setWantsConnection] = useState(false);
  const [existing, setExisting] = useState<TicketView | null>(null);
  const desk = useDesk();
  const [asked, setAsked] = useState(false);

  const read = usePhoneReader();

  const mine = new Set(user.queues.map((queue) => queue.id));
  const usesAllQueues = useCan("workInAllQueues");
  const offered = [...queues.values()].filter((queue) => usesAllQueues || mine.has(queue.id));
  const queueMissing = queueProblem(queueId, usesAllQueues);
  const problems = made ? contactProblems(made, read) : {};

  async function handleSave() {
    setAsked(true);
    if (queueMissing || Object.keys(problems).length > 0) return;
    const wanted = made
      ? { id: "", number: newContactOf(made, read).number.replace(/^\+/, "") }
      : { id: contact?.id ?? "", number: contact?.number ?? "" };
    const other = await desk.openTicketWith(wanted, wantsConnection ? connectionId : null);
    if (other && !other.canAnswer) return setExisting(other);
    forget();
    onClose();
    await actions.open(other ? other.id : await create());
  }

  async function create(): Promise<string> {
    const contactId = made ? await createContact(made) : (contact?.id ?? "");
    // Shown until the contact is on this device.
    const names = !made && contact ? { contactName: contact.name, contactNumber: contact.number } : {};
    return send("ticket.create", { contactId, queueId, connectionId, status: "open", ...names });
  }

  const createContact = (form: ContactForm) => send("contact.create", newContactOf(form, read));

  if (existing) return <ExistingTicketDialog ticket={existing} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_new_title()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
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
        <ContactChoice values={values} onChange={set} problems={asked ? problems : {}} autoFocus={!preset} />
        <Select
          label={m.tickets_queue()}
          placeholder={m.tickets_queue_choose()}
          options={offered.map((queue) => ({ value: queue.id, label: queue.name }))}
          value={queueId}
          onChange={(next) => set({ queueId: next })}
          error={asked ? queueMissing : null}
        />
        <ConnectionSelect
          value={connectionId}
          onChange={(chosen) => {
            set({ connectionId: chosen });
            setWantsConnection(true);
          }}
        />
      </div>
    </Dialog>
  );
}

type ContactChoiceProps = {
  values: Pick<NewTicket, "contact" | "made">;
  onChange: (part: Partial<NewTicket>) => void;
  problems: ReturnType<typeof contactProblems>;
  autoFocus: boolean;
};

/** Chooses a contact, or creates one. */
function ContactChoice({ values: { contact, made }, onChange, problems, autoFocus }: ContactChoiceProps) {
  const [text, setText] = useState("");
  const found = useFoundContacts(text);

  function startContact(typed: string) {
    const digits = phoneDigits(typed);
    onChange({ contact: null, made: { ...emptyContact, ...(digits ? { number: typed } : { name: typed }) } });
  }

  if (made)
    return (
      <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
        <legend className="px-1 font-medium text-ink-2 text-xs">{m.tickets_new_contact_new()}</legend>
        <ContactFields
          form={made}
          onChange={(part) => onChange({ made: { ...made, ...part } })}
          problems={problems}
          withExtra={false}
        />
        <Button size="small" kind="ghost" className="self-start" onClick={() => onChange({ made: null })}>
          {m.tickets_new_contact_other()}
        </Button>
      </fieldset>
    );
  return (
    <Combobox
      required
      label={m.tickets_new_contact()}
      placeholder={m.tickets_new_contact_hint()}
      minimumCharacters={SEARCH_FROM}
      options={found.map(contactChoice)}
      value={contact && contactChoice(contact)}
      onChange={(choice) => onChange({ contact: found.find(({ id }) => id === choice?.id) ?? null })}
      onSearch={setText}
      createLabel={(name) => m.tickets_new_contact_create({ name })}
      onCreate={startContact}
      autoFocus={autoFocus}
    />
  );
}
