export {
  markAccepted,
  markFailed,
  markRevoked,
  markSending,
  nextOutgoing,
  nextRevocations,
  type OutgoingMessage,
  postponeSend,
} from "../outbox/index.ts";
export { editMessage } from "./edit-message.ts";
export { fetchUnstoredMedia } from "./fetch-unstored-media.ts";
export { forwardMessages } from "./forward-messages.ts";
export { listMedia } from "./list-media.ts";
export { listMessages } from "./list-messages.ts";
export { listNotDelivered } from "./list-not-delivered.ts";
export { attachMedia, describeRecording, failMedia, isMessageFile } from "./media.ts";
export { messageRows, toMessageRow } from "./message-rows.ts";
export { listVersions } from "./message-versions.ts";
export { deleteMessage, discardMessage, fetchMediaAgain, retryMessage } from "./own-messages.ts";
export { reactToMessage } from "./react-to-message.ts";
export { applyIncomingChange } from "./received/apply-incoming-change.ts";
export { applyReceipt } from "./received/apply-receipt.ts";
export { firstCopyOf, hasBetterCopy } from "./received/better-copy.ts";
export type { ChannelParty, IncomingChange, IncomingMessage } from "./received/incoming.ts";
export { receiveHistory } from "./received/receive-history.ts";
export { lookUpMessages, receiveMessage, receiveMessages, type ToReceive } from "./received/receive-message.ts";
export { selectAnyMessages } from "./select-messages.ts";
export { type MessageToSend, sendMessage } from "./send-message.ts";
export { threadEnds, threadTail } from "./thread-tails.ts";
export { unreadAmong } from "./unread-messages.ts";
