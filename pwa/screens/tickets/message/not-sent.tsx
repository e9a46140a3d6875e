import { CircleAlert, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { moment } from "../../../i18n/date-time.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand, useDesk } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { useConversation } from "../conversation/conversation-context.tsx";
import { failureHelp } from "./failure-help.ts";

/**
 * Returns how to retry and discard a message: one refused before it left this device and one that failed at the
 * channel use different commands.
 */
function useWaysOut(message: MessageView) {
  const desk = useDesk();
  const send = useCommand();
  const { commandId, ticketId, id } = message;
  if (message.local !== null && commandId) {
    return { retry: () => desk.retry(commandId), discard: () => desk.discard(commandId) };
  }
  return {
    retry: () => send("message.retry", { messageId: id, ticketId }),
    discard: () => send("message.discard", { messageId: id, ticketId }),
  };
}

/** Shows why a message failed to send and how to resolve it, until the user decides. */
export function NotSent({ message }: { message: MessageView }) {
  const { edit, mayWrite } = useConversation();
  const { retry, discard } = useWaysOut(message);
  const [asking, setAsking] = useState(false);
  const [isRetried, setRetried] = useState(false);
  const help = failureHelp(message.errorCode);
  const mayEdit = message.local === "refused" && message.mediaType === "chat" && mayWrite;

  /** The button stays disabled until this part disappears: a second press would send a second command. */
  async function retryOnce() {
    setRetried(true);
    try {
      await retry();
    } catch (error) {
      setRetried(false);
      throw error;
    }
  }
  return (
    <div className="mt-1.25 flex max-w-[82%] flex-col items-end gap-1.5">
      <p role="alert" className="flex items-start gap-1.5 font-medium text-danger-ink text-xs">
        <CircleAlert aria-hidden="true" size={14} className="mt-px shrink-0" />
        <span>
          {reason(message)} {help.advice}
          <span className="sr-only"> ({moment(message.createdAt)})</span>
        </span>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {help.retryHelps && (
          <Button size="small" icon={<RefreshCw size={14} />} disabled={isRetried} onClick={() => void retryOnce()}>
            {m.tickets_retry()}
          </Button>
        )}
        {mayEdit && (
          <Button size="small" onClick={() => edit(message)}>
            {m.tickets_edit()}
          </Button>
        )}
        <Button size="small" kind="danger-ghost" onClick={() => setAsking(true)}>
          {m.tickets_discard()}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void discard()}
        title={m.tickets_discard_title()}
        confirmLabel={m.tickets_discard()}
      >
        {m.tickets_discard_text()}
      </ConfirmDialog>
    </div>
  );
}

/** Returns the reason; some error texts already say that the message was not sent. */
function reason(message: MessageView): string {
  const sentence = errorMessage(message.errorCode);
  const said = sentence.toLowerCase().includes(m.tickets_delivery_failed());
  return said ? sentence : m.tickets_failed_reason({ reason: sentence });
}
