export { applyWatermark, type Watermark } from "./chat-marks.ts";
export { contentOfFile } from "./content-of-file.ts";
export {
  markEdited,
  nextEdits,
  type OutgoingEdit,
  postponeEdit,
  refuseEdit,
  resumeEdits,
} from "./edits.ts";
export {
  givenIdOf,
  isSameContent,
  knownToChannel,
  recogniseSent,
  type Seen,
  unnamedId,
} from "./given-ids.ts";
export {
  nextOutgoing,
  type OutgoingMessage,
  type OutgoingQuote,
} from "./next-outgoing.ts";
export { type Reach, reachOf } from "./reach.ts";
export {
  markReacted,
  nextReactions,
  type OutgoingReaction,
  postponeReaction,
  resumeReactions,
} from "./reactions.ts";
export {
  markRevoked,
  nextRevocations,
  postponeRevocation,
  type Revocation,
  resumeRevocations,
} from "./revocations.ts";
export { sayText } from "./say-text.ts";
export {
  failUnsent,
  markAccepted,
  markFailed,
  markSending,
  postponeSend,
  resumeSends,
} from "./send-marks.ts";
export {
  type MessageRowDb,
  newestOf,
  notifyOutbox,
  type OutgoingContent,
  type WrittenMessage,
  writeOutgoing,
} from "./write-outgoing.ts";
