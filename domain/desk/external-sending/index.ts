export { findSender, type TokenOwner } from "./find-sender.ts";
export { type ExternalFile, sendExternally } from "./send-externally.ts";
