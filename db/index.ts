export { listenToChanges } from "./change-log/listen.ts";
export { openSequencer, type Sequencer } from "./change-log/sequencer.ts";
export { type CompanyDb, type Database, openDatabase } from "./client.ts";
export { freePort, startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
export { isAnyOf } from "./is-any-of.ts";
export { enqueue, type JobName, type Jobs, openWorker } from "./jobs.ts";
export { migrate } from "./migrate.ts";
export * as schema from "./schema/index.ts";
