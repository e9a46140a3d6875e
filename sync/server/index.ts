export type { ChangeFeed } from "./change-feed.ts";
export { type CommandDeps, runCommands } from "./commands.ts";
export { type PullDeps, pull, pullThreads } from "./pull.ts";
export { openStreams, type Streams } from "./streams.ts";
export type { ScopedChange } from "./visible-collections.ts";
