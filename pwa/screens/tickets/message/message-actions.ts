import type { MessageView } from "../../../../sync/client/index.ts";

/** What a message's menu offers. Answering, reacting and taking back need one that the channel already has. */
export function messageActions(
  message: Pick<
    MessageView,
    "local" | "errorCode" | "isDeleted" | "fromMe" | "body" | "editedAt" | "hidden" | "mediaType" | "media"
  >,
  mayWrite: boolean,
) {
  const isThere = message.local === null && message.errorCode === null && !message.isDeleted && !message.hidden;
  const hasContent = message.mediaType === "chat" || message.media?.state === "ready";
  return {
    react: isThere && mayWrite,
    reply: isThere && mayWrite,
    forward: isThere && hasContent,
    copy: message.body !== "" && !message.isDeleted && !message.hidden,
    seeVersions: message.editedAt !== null && message.local === null && !message.hidden,
    delete: isThere && mayWrite && message.fromMe,
  };
}
