export type { Account } from "./account.ts";

export type { Contact } from "./contact.ts";
export { WhatsAppEmulator } from "./emulator.ts";
