export { fillVariables } from "../../sync/contracts/message-variables.ts";
export { deskTexts, mediaKindTexts } from "./desk-texts.ts";
export { messageVariables } from "./message-variables.ts";
