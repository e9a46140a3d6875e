export type { AskedThreads } from "./collections/index.ts";
export { runCommands } from "./commands.ts";
export { changeKey, firstChanges, isMadeNow } from "./first-changes.ts";
export { numberAnnouncements } from "./number-announcements.ts";
export { pull, pullChanges, pullThreads } from "./pull.ts";
export type { ScopedChange } from "./scoped-changes.ts";
export { openStreams, type Streams } from "./streams.ts";
