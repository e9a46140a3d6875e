export {
  type MessageRowDb,
  markAccepted,
  markFailed,
  markRevoked,
  markSending,
  nextOutgoing,
  nextRevocations,
  type OutgoingMessage,
  postponeSend,
  type Revocation,
} from "../outbox/index.ts";
export { applyIncomingChange } from "./apply-incoming-change.ts";
export { applyReceipt, type Receipt } from "./apply-receipt.ts";
export { editMessage } from "./edit-message.ts";
export { forwardMessages } from "./forward-messages.ts";
export type { ChannelParty, IncomingChange, IncomingMessage, ReceivedMessage } from "./incoming.ts";
export { listMedia } from "./list-media.ts";
export { listMessages, type ThreadTail, threadTail } from "./list-messages.ts";
export { listNotDelivered, type NotDelivered } from "./list-not-delivered.ts";
export { attachMedia, describeRecording, type FetchedMedia, failMedia } from "./media.ts";
export { messageRows } from "./message-rows.ts";
export { listVersions, type MessageVersion } from "./message-versions.ts";
export { deleteMessage, discardMessage, fetchMediaAgain, retryMessage } from "./own-messages.ts";
export { reactToMessage } from "./react-to-message.ts";
export { receiveHistory } from "./receive-history.ts";
export { receiveMessage } from "./receive-message.ts";
export { type MessageToSend, sendMessage } from "./send-message.ts";
