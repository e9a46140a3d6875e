export { answerContact } from "./answer-contact.ts";
export { receiveCall } from "./calls.ts";
export { type FlowReply, readReply } from "./flows/reply.ts";
export { FLOWS_CHANNEL } from "./flows/talk.ts";
export {
  claimTurn,
  companiesWithOpenTurns,
  type FlowAnswer,
  type FlowTurn,
  finishTurn,
  openTurns,
} from "./flows/turns.ts";
export { isFresh } from "./is-fresh.ts";
export { findGivenRating, type GivenRating, takeRating } from "./ratings.ts";
export { dueRedirects, redirectTicket } from "./redirects.ts";
export { dueRotations, rotateTicket } from "./rotation.ts";
export { companiesWithWaitingTickets } from "./waiting.ts";
