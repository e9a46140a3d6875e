import { Copy, Forward, History, Pencil, Reply, Trash2 } from "lucide-react";
import { useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { textToCopy } from "../../../conversation/text/message-summary.ts";
import { MessageMenuButton } from "../../../conversation/thread/message-menu-button.tsx";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand, useDeskUser } from "../../../session/desk.tsx";
import { capsOf } from "../../../shell/keyboard/own-keys.ts";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { LazyMenu, MenuItem } from "../../../ui/layers/menu.tsx";
import { lazyPart, OnDemand } from "../../../ui/on-demand.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import { mayEdit } from "./may-edit.ts";
import { messageActions } from "./message-actions.ts";
import { ReactionRow } from "./reaction-row.tsx";

const ForwardDialog = lazyPart(async () => (await import("./forward-dialog.tsx")).ForwardDialog);
const VersionsDialog = lazyPart(async () => (await import("./versions-dialog.tsx")).VersionsDialog);
const ReactionDialog = lazyPart(async () => (await import("./reaction-dialog.tsx")).ReactionDialog);

type Asking = "delete" | "forward" | "versions" | "react";

/** Shows the menu of actions on one message. */
export function MessageMenu({ message }: { message: MessageView }) {
  const { ticket, reply, edit, mayWrite } = useConversation();
  const user = useDeskUser();
  const [asking, setAsking] = useState<Asking | null>(null);
  const send = useCommand();
  const may = {
    ...messageActions(message, mayWrite, ticket.channel),
    edit: mayWrite && mayEdit(message, user, ticket.channel),
  };
  if (!Object.values(may).some(Boolean)) return null;
  const { id: messageId, ticketId } = message;
  const close = () => setAsking(null);

  async function copy() {
    await navigator.clipboard.writeText(textToCopy(message));
    toast.success(m.tickets_copied());
  }
  const react = (emoji: string) => void send("message.react", { messageId, ticketId, emoji });
  function remove() {
    close();
    void send("message.delete", { messageId, ticketId });
  }

  return (
    <>
      <LazyMenu
        side={message.fromMe ? "bottom end" : "bottom start"}
        button={<MessageMenuButton mine={message.fromMe} />}
      >
        {may.react && <ReactionRow message={message} onReact={react} onMore={() => setAsking("react")} />}
        {may.reply && (
          <MenuItem icon={<Reply size={16} />} shortcut={capsOf("reply")} onSelect={() => reply(message)}>
            {m.tickets_reply()}
          </MenuItem>
        )}
        {may.edit && (
          <MenuItem icon={<Pencil size={16} />} onSelect={() => edit(message)}>
            {m.tickets_edit()}
          </MenuItem>
        )}
        {may.forward && (
          <MenuItem icon={<Forward size={16} />} onSelect={() => setAsking("forward")}>
            {m.tickets_forward()}
          </MenuItem>
        )}
        {may.copy && (
          <MenuItem icon={<Copy size={16} />} onSelect={copy}>
            {m.tickets_copy()}
          </MenuItem>
        )}
        {may.seeVersions && (
          <MenuItem icon={<History size={16} />} onSelect={() => setAsking("versions")}>
            {m.tickets_versions()}
          </MenuItem>
        )}
        {may.delete && (
          <MenuItem icon={<Trash2 size={16} />} danger onSelect={() => setAsking("delete")}>
            {m.tickets_delete_message()}
          </MenuItem>
        )}
      </LazyMenu>
      <OnDemand open={asking === "forward"}>
        <ForwardDialog message={message} open={asking === "forward"} onClose={close} />
      </OnDemand>
      <OnDemand open={asking === "versions"}>
        <VersionsDialog message={message} open={asking === "versions"} onClose={close} />
      </OnDemand>
      <OnDemand open={asking === "react"}>
        <ReactionDialog open={asking === "react"} onClose={close} onChoose={react} />
      </OnDemand>
      {asking === "delete" && (
        <ConfirmDialog
          open
          onClose={close}
          onConfirm={remove}
          title={m.tickets_delete_message_title()}
          confirmLabel={m.tickets_delete_message()}
        >
          {m.tickets_delete_message_text()}
        </ConfirmDialog>
      )}
    </>
  );
}
