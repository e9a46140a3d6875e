export type { Account } from "./account.ts";
export type { ConnectionDirectory, SandboxConnection } from "./connections.ts";
export type { Contact } from "./contact.ts";
export { WhatsAppEmulator } from "./emulator.ts";
export { type RunningSandbox, type SandboxOptions, startSandbox } from "./start-sandbox.ts";
