export type { ChangeFeed } from "./change-feed.ts";
export { type CommandDeps, runCommands } from "./commands.ts";
export { changeKey, firstChanges, isMadeNow } from "./first-changes.ts";
export { type PullDeps, pull, pullThreads } from "./pull.ts";
export type { ScopedChange } from "./scoped-changes.ts";
export { openStreams, type Streams } from "./streams.ts";
