import { Users } from "lucide-react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";

/**
 * Shown on a held reply: a colleague answered while this device was offline, so the user decides whether to send,
 * edit or discard it.
 */
export function HeldReply({ message }: { message: MessageView }) {
  const desk = useDesk();
  const { edit } = useConversation();
  const { commandId } = message;
  if (!commandId) return null;
  return (
    <Notice
      tone="warn"
      icon={<Users aria-hidden="true" size={16} />}
      className="mt-2 w-full max-w-[460px]"
      actions={
        <>
          <Button size="small" onClick={() => void desk.retry(commandId)}>
            {m.tickets_send()}
          </Button>
          {message.media === null && (
            <Button size="small" onClick={() => edit(message)}>
              {m.tickets_edit()}
            </Button>
          )}
          <Button size="small" kind="danger-ghost" onClick={() => void desk.discard(commandId)}>
            {m.tickets_discard()}
          </Button>
        </>
      }
    >
      <b className="font-semibold">{m.tickets_held_text()}</b> {m.tickets_held_question()}
    </Notice>
  );
}
