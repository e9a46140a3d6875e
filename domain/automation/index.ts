export { answerContact } from "./answer-contact.ts";
export { type ReceivedCall, receiveCall } from "./calls.ts";
export { type FlowReply, type FlowStep, readReply } from "./flows/reply.ts";
export { FLOWS_CHANNEL } from "./flows/talk.ts";
export { claimTurn, companiesWithOpenTurns, type FlowTurn, finishTurn, type Heard, openTurns } from "./flows/turns.ts";
export { type AwaitedRating, findAwaitedRating, ratingIn, takeRating } from "./ratings.ts";
export { dueRedirects, redirectTicket } from "./redirects.ts";
export { dueRotations, rotateTicket } from "./rotation.ts";
export { companiesWithWaitingTickets, type Waiting } from "./waiting.ts";
