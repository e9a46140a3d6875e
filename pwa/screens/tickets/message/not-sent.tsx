import type { MessageView } from "../../../../sync/client/index.ts";
import { FailedMessage } from "../../../conversation/thread/failed-message.tsx";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCommand, useDesk } from "../../../session/desk.tsx";
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
  const help = failureHelp(message.errorCode);
  const mayEdit = message.local === "refused" && message.mediaType === "chat" && mayWrite;
  return (
    <FailedMessage
      reason={`${reason(message)} ${help.advice}`}
      at={message.createdAt}
      onRetry={help.retryHelps ? retry : null}
      onEdit={mayEdit ? () => edit(message) : null}
      onDiscard={() => void discard()}
    />
  );
}

/** Returns the reason; some error texts already say that the message was not sent. */
function reason(message: MessageView): string {
  const sentence = errorMessage(message.errorCode);
  const namesFailure = sentence.toLowerCase().includes(m.tickets_delivery_failed());
  return namesFailure ? sentence : m.tickets_failed_reason({ reason: sentence });
}
