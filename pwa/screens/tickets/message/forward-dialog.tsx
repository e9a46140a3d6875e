import { X } from "lucide-react";
import { useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand, useDeskUser } from "../../../session/desk.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Combobox, type ComboboxChoice } from "../../../ui/combobox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { toast } from "../../../ui/toast.tsx";
import { SEARCH_FROM } from "../../../ui/use-debounced.ts";
import { contactChoice } from "../contact/contact-choice.tsx";
import { useFoundContacts } from "../contact/use-found-contacts.ts";
import { useConversation } from "../conversation/conversation-context.tsx";
import { plainLine } from "../list/row-summary.ts";
import { shortWords } from "./message-words.ts";

const MOST = 20;

type ForwardDialogProps = { message: MessageView; open: boolean; onClose: () => void };

export function ForwardDialog({ open, ...props }: ForwardDialogProps) {
  return open ? <ForwardForm {...props} /> : null;
}

/** The same words or file to one or several contacts, as messages of ours. */
function ForwardForm({ message, onClose }: Omit<ForwardDialogProps, "open">) {
  const send = useCommand();
  const user = useDeskUser();
  const { ticket } = useConversation();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<ComboboxChoice[]>([]);
  const found = useFoundContacts(text);
  const options = found.filter(({ id }) => !chosen.some((each) => each.id === id));

  async function handleForward() {
    // Where a conversation has to be opened for it, it is in this one's queue if that is among one's own.
    const queueId = user.queues.some(({ id }) => id === ticket.queueId) ? ticket.queueId : (user.queues[0]?.id ?? null);
    const contactIds = chosen.map(({ id }) => id);
    await send("message.forward", { messageIds: [message.id], contactIds, ticketId: ticket.id, queueId });
    toast.success(m.tickets_forwarded({ count: contactIds.length }));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_forward_title()}
      dirty={chosen.length > 0}
      footer={
        <>
          <Button onClick={onClose}>{m.tickets_cancel()}</Button>
          <Button kind="primary" disabled={chosen.length === 0} onClick={() => void handleForward()}>
            {m.tickets_forward()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="line-clamp-3 rounded-lg bg-sunken px-3 py-2 text-ink-2">{plainLine(shortWords(message))}</p>
        <Combobox
          label={m.tickets_forward_to()}
          placeholder={m.tickets_new_contact_hint()}
          minimumCharacters={SEARCH_FROM}
          options={options.map(contactChoice)}
          value={null}
          onChange={(choice) => choice && setChosen([...chosen, choice])}
          onSearch={setText}
          disabled={chosen.length >= MOST}
          autoFocus
        />
        {chosen.length > 0 && (
          <ul className="flex flex-col gap-1">
            {chosen.map(({ id, label, note }) => (
              <li key={id} className="flex items-center gap-2.5 rounded-md bg-sunken py-1 pr-1 pl-2">
                <Avatar id={id} name={label} size={24} />
                <span className="min-w-0 flex-1 truncate">{label}</span>
                <span className="text-ink-3 text-xs tabular-nums">{note}</span>
                <IconButton
                  size="small"
                  label={m.tickets_forward_remove({ name: label })}
                  icon={<X size={15} />}
                  onClick={() => setChosen(chosen.filter((each) => each.id !== id))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
