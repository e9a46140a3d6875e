import type { ChannelName } from "../../../../contracts/channels.ts";
import { channelAbilities } from "../../../../contracts/desk/channel-abilities.ts";
import type { MessageView } from "../../../../sync/client/index.ts";

/**
 * Returns the actions of a message's menu, except editing. Reply, reaction and deletion require that the channel has
 * the message.
 */
export function messageActions(
  message: Pick<
    MessageView,
    "local" | "errorCode" | "isDeleted" | "fromMe" | "body" | "editedAt" | "hidden" | "mediaType" | "media"
  >,
  mayWrite: boolean,
  channel: ChannelName = "whatsapp",
) {
  const isThere = message.local === null && message.errorCode === null && !message.isDeleted && !message.hidden;
  const isWritten = ["chat", "vcard", "contactMessage", "locationMessage"].includes(message.mediaType);
  const hasContent = isWritten || message.media?.state === "ready";
  return {
    react: isThere && mayWrite,
    reply: isThere && mayWrite,
    forward: isThere && hasContent,
    copy: message.body !== "" && !message.isDeleted && !message.hidden,
    seeVersions: message.editedAt !== null && message.local === null && !message.hidden && !message.isDeleted,
    delete: isThere && mayWrite && message.fromMe && channelAbilities[channel].takesBack,
  };
}
