export { answerContact } from "./answer-contact.ts";
export { type ReceivedCall, receiveCall } from "./calls.ts";
export { type AwaitedRating, findAwaitedRating, ratingIn, takeRating } from "./ratings.ts";
