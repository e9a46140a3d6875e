export { type CommandDeps, runCommands } from "./commands.ts";
export { type PullDeps, pull, pullThreads } from "./pull.ts";
export { openStreams, type Streams } from "./streams.ts";
