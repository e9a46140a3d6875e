export { fillVariables, type MessageVariables, messageVariables } from "./message-variables.ts";
