export { fillVariables } from "../../sync/contracts/message-variables.ts";
export { deskWords, mediaKindWords } from "./desk-words.ts";
export { messageVariables } from "./message-variables.ts";
