import { MessageCircle } from "lucide-react";
import { useState } from "react";
import type { QueueRef } from "../../../contracts/desk/refs.ts";
import { canTransferTo, queueForTransfer } from "../../../contracts/desk/tickets.ts";
import { searchable } from "../../../contracts/search-text.ts";
import type { TicketView } from "../../../sync/client/index.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand, useDesk, useDeskUser } from "../../session/desk.tsx";
import { useDirectory } from "../../session/directory.tsx";
import { useKeptValues } from "../../session/use-form-draft.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { SquareChip } from "../../ui/fields/chips.tsx";
import { Combobox, type ComboboxChoice } from "../../ui/fields/combobox.tsx";
import { LeaveButton } from "../../ui/fields/kept-form.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextArea } from "../../ui/fields/text-field.tsx";
import { SEARCH_FROM, useDebounced } from "../../ui/hooks/use-debounced.ts";
import { useOneAtATime } from "../../ui/hooks/use-one-at-a-time.ts";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { toast } from "../../ui/toasts/toast.tsx";
import { type BegunTransfer, begunForm } from "./begun-forms.ts";
import { toastWithUndo } from "./parts/undo-toast.ts";
import { queueProblem } from "./queue-problem.ts";
import { useTicketActions } from "./use-ticket-actions.ts";

/** More queues than this are chosen in the list. */
const QUEUES_AT_A_TAP = 8;

type TransferDialogProps = { ticket: TicketView; open: boolean; onClose: () => void };

/** Transfers a ticket to a queue and optionally to one of its agents. */
export function TransferDialog({ ticket, open, onClose }: TransferDialogProps) {
  return open ? <TransferForm ticket={ticket} onClose={onClose} /> : null;
}

function TransferForm({ ticket, onClose }: Omit<TransferDialogProps, "open">) {
  const send = useCommand();
  const desk = useDesk();
  const { id: me } = useDeskUser();
  const { leave } = useTicketActions();
  const once = useOneAtATime();
  const { queues, users } = useDirectory();
  const { values, set, kept, forget } = useKeptValues<BegunTransfer>(begunForm("transfer", ticket.id), {
    userId: null,
    queueId: null,
    note: "",
  });
  const { queueId, note } = values;
  const chosen = values.userId === null ? undefined : users.get(values.userId);
  const user: ComboboxChoice | null = chosen ? { id: chosen.id, label: chosen.name } : null;
  const [asked, setAsked] = useState(false);

  const theirs = user && users.get(user.id);
  const allowed = [...queues.values()].filter((queue) => !theirs || canTransferTo(theirs, queue.id));

  function chooseUser(choice: ComboboxChoice | null) {
    const serves = choice && users.get(choice.id)?.queueIds;
    const next = serves && !(queueId && serves.includes(queueId)) ? queueForTransfer(ticket.queueId, serves) : queueId;
    set({ userId: choice?.id ?? null, queueId: next });
  }

  async function handleTransfer() {
    setAsked(true);
    if (!queueId) return;
    const userId = user?.id ?? null;
    const commandId = await send("ticket.transfer", { ticketId: ticket.id, queueId, userId, note });
    forget();
    onClose();
    if (userId !== me) await leave();
    const to = user?.label ?? queues.get(queueId)?.name ?? "";
    toastWithUndo(
      desk,
      m.tickets_is_with({ name: ticket.contactName, to }),
      commandId,
      () => send("ticket.takeBack", { ticketId: ticket.id }),
      () => toast.success(m.tickets_taken_back({ name: ticket.contactName })),
    );
  }

  const nowhere = theirs && allowed.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_transfer_title()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
          <Button kind="primary" onClick={() => void once(handleTransfer)}>
            {m.tickets_transfer()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Select
          label={m.tickets_queue()}
          placeholder={m.tickets_queue_choose()}
          options={allowed.map((queue) => ({ value: queue.id, label: queue.name }))}
          value={queueId}
          onChange={(next) => set({ queueId: next })}
          disabled={nowhere ?? false}
          error={
            nowhere ? m.tickets_transfer_user_no_queues({ name: theirs.name }) : asked ? queueProblem(queueId) : null
          }
          hint={user ? undefined : m.tickets_transfer_only_queue()}
        />
        {allowed.length <= QUEUES_AT_A_TAP && (
          <QueueButtons
            queues={allowed.filter(({ id }) => id !== ticket.queueId)}
            chosen={queueId}
            onChoose={(next) => set({ queueId: next })}
          />
        )}
        <AgentField present={ticket.userId} value={user} onChange={chooseUser} />
        <div className="note-field flex flex-col">
          <TextArea
            label={m.tickets_transfer_note()}
            hint={m.tickets_transfer_note_hint()}
            value={note}
            onChange={(event) => set({ note: event.currentTarget.value })}
            maxLength={10_000}
            rows={3}
          />
        </div>
        <p className="flex items-center gap-2.5 rounded-lg bg-info-soft px-3.5 py-2.5 text-on-info-soft text-sm">
          <MessageCircle aria-hidden="true" size={16} className="shrink-0" />
          {m.tickets_transfer_whole()}
        </p>
      </div>
    </Dialog>
  );
}

type AgentFieldProps = {
  /** The agent who has the ticket: not offered. */
  present: string | null;
  value: ComboboxChoice | null;
  onChange: (choice: ComboboxChoice | null) => void;
};

function AgentField({ present, value, onChange }: AgentFieldProps) {
  const { users } = useDirectory();
  const [text, setText] = useState("");
  const wanted = searchable(useDebounced(text));
  const found =
    wanted.length < SEARCH_FROM
      ? []
      : [...users.values()].filter((each) => each.id !== present && searchable(each.name).includes(wanted));
  return (
    <Combobox
      label={m.tickets_transfer_user()}
      placeholder={m.tickets_transfer_user_hint()}
      minimumCharacters={SEARCH_FROM}
      options={found.map((each) => ({
        id: each.id,
        label: each.name,
        icon: <Avatar id={each.id} name={each.name} size={24} />,
      }))}
      value={value}
      onChange={onChange}
      onSearch={setText}
    />
  );
}

type QueueButtonsProps = { queues: QueueRef[]; chosen: string | null; onChoose: (queueId: string) => void };

/** On phones: the other queues, each chosen by one tap without the list. */
function QueueButtons({ queues, chosen, onChoose }: QueueButtonsProps) {
  return (
    <fieldset aria-label={m.tickets_queue_choose()} className="-mt-2 flex flex-wrap gap-2 sm:hidden">
      {queues.map(({ id, name, color }) => (
        <Button
          key={id}
          size="small"
          kind={id === chosen ? "soft" : "plain"}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className="max-w-full"
        >
          <SquareChip name={name} color={color} />
        </Button>
      ))}
    </fieldset>
  );
}
