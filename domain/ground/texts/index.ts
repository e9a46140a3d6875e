export { fillVariables } from "../../../contracts/desk/message-variables.ts";
export { deskTexts, mediaKindTexts } from "./desk-texts.ts";
export { errorSentence } from "./error-sentences.ts";
export { messageVariables } from "./message-variables.ts";
