import { ChevronDown, Copy, Reply, Trash2 } from "lucide-react";
import { useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand } from "../../../session/desk.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";

/** What can be done with one message. Quoting needs a message the channel already has. */
export function MessageMenu({ message }: { message: MessageView }) {
  const { reply, mayWrite } = useConversation();
  const mayReply = mayWrite && message.local === null && message.errorCode === null && !message.isDeleted;
  const mayDelete = mayReply && message.fromMe;
  const [deleting, setDeleting] = useState(false);
  const send = useCommand();
  const mayCopy = message.body !== "" && !message.isDeleted;
  if (!mayReply && !mayCopy) return null;
  async function copy() {
    await navigator.clipboard.writeText(message.body);
    toast.success(m.tickets_copied());
  }
  return (
    <>
      <Menu
        side={message.fromMe ? "bottom end" : "bottom start"}
        button={
          <IconButton
            size="small"
            label={m.tickets_message_menu()}
            icon={<ChevronDown size={15} />}
            className="shrink-0 text-ink-3 opacity-60 focus-visible:opacity-100 group-hover/message:opacity-100 touch:size-8 touch:opacity-100"
          />
        }
      >
        {mayReply && (
          <MenuItem icon={<Reply size={16} />} shortcut="R" onSelect={() => reply(message)}>
            {m.tickets_reply()}
          </MenuItem>
        )}
        {mayCopy && (
          <MenuItem icon={<Copy size={16} />} onSelect={copy}>
            {m.tickets_copy()}
          </MenuItem>
        )}
        {mayDelete && (
          <MenuItem icon={<Trash2 size={16} />} danger onSelect={() => setDeleting(true)}>
            {m.tickets_delete_message()}
          </MenuItem>
        )}
      </Menu>
      {deleting && (
        <ConfirmDialog
          open
          onClose={() => setDeleting(false)}
          onConfirm={() => {
            setDeleting(false);
            void send("message.delete", { messageId: message.id, ticketId: message.ticketId });
          }}
          title={m.tickets_delete_message_title()}
          confirmLabel={m.tickets_delete_message()}
        >
          {m.tickets_delete_message_text()}
        </ConfirmDialog>
      )}
    </>
  );
}
