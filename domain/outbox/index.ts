export { contentOfFile } from "./content-of-file.ts";
export { nextOutgoing, nextRevocations, type OutgoingMessage, type Revocation } from "./next-outgoing.ts";
export {
  markReacted,
  nextReactions,
  type OutgoingReaction,
  postponeReaction,
  type ReactionTurn,
  resumeReactions,
} from "./reactions.ts";
export { sayText } from "./say-text.ts";
export { markAccepted, markFailed, markRevoked, markSending, postponeSend, resumeSends } from "./send-marks.ts";
export { type MessageRowDb, notifyOutbox, type OutgoingContent, writeOutgoing } from "./write-outgoing.ts";
