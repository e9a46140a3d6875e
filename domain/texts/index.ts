export { deskWords, mediaKindWords } from "./desk-words.ts";
export { fillVariables, type MessageVariables, messageVariables } from "./message-variables.ts";
