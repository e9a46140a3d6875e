import { useState } from "react";
import type { TicketView } from "../../../sync/client/index.ts";
import { canTransferTo, queueForTransfer, searchable } from "../../../sync/contracts/tickets.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand } from "../../session/desk.tsx";
import { useDirectory } from "../../session/directory.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Combobox, type ComboboxChoice } from "../../ui/combobox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";
import { SEARCH_FROM, useDebounced } from "../../ui/use-debounced.ts";
import { useOneAtATime } from "../../ui/use-one-at-a-time.ts";
import { queueProblem } from "./queue-problem.ts";

type TransferDialogProps = { ticket: TicketView; open: boolean; onClose: () => void };

/** Transfers a ticket to a queue and optionally to one of its agents. */
export function TransferDialog({ ticket, open, onClose }: TransferDialogProps) {
  return open ? <TransferForm ticket={ticket} onClose={onClose} /> : null;
}

function TransferForm({ ticket, onClose }: Omit<TransferDialogProps, "open">) {
  const send = useCommand();
  const once = useOneAtATime();
  const { queues, users } = useDirectory();
  const [user, setUser] = useState<ComboboxChoice | null>(null);
  const [queueId, setQueueId] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [asked, setAsked] = useState(false);
  const wanted = searchable(useDebounced(text));

  const theirs = user && users.get(user.id);
  const allowed = [...queues.values()].filter((queue) => !theirs || canTransferTo(theirs, queue.id));
  const found =
    wanted.length < SEARCH_FROM
      ? []
      : [...users.values()].filter((each) => each.id !== ticket.userId && searchable(each.name).includes(wanted));

  function chooseUser(choice: ComboboxChoice | null) {
    setUser(choice);
    const serves = choice && users.get(choice.id)?.queueIds;
    if (serves && !(queueId && serves.includes(queueId))) setQueueId(queueForTransfer(ticket.queueId, serves));
  }

  async function handleTransfer() {
    setAsked(true);
    if (!queueId) return;
    await send("ticket.transfer", { ticketId: ticket.id, queueId, userId: user?.id ?? null });
    onClose();
    const to = [queues.get(queueId)?.name, user?.label].filter(Boolean).join(", ");
    toast.success(m.tickets_transferred({ name: ticket.contactName, to }));
  }

  const nowhere = theirs && allowed.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_transfer_title()}
      dirty={user !== null || queueId !== null}
      footer={
        <>
          <Button onClick={onClose}>{m.tickets_cancel()}</Button>
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
          onChange={setQueueId}
          disabled={nowhere ?? false}
          error={
            nowhere ? m.tickets_transfer_user_no_queues({ name: theirs.name }) : asked ? queueProblem(queueId) : null
          }
          hint={user ? undefined : m.tickets_transfer_only_queue()}
        />
        <Combobox
          label={m.tickets_transfer_user()}
          placeholder={m.tickets_transfer_user_hint()}
          minimumCharacters={SEARCH_FROM}
          options={found.map((each) => ({
            id: each.id,
            label: each.name,
            icon: <Avatar id={each.id} name={each.name} size={24} />,
          }))}
          value={user}
          onChange={chooseUser}
          onSearch={setText}
        />
      </div>
    </Dialog>
  );
}
