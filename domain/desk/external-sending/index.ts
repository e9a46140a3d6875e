export { findSender, type Sender } from "./find-sender.ts";
export { type ExternalFile, sendExternally } from "./send-externally.ts";
