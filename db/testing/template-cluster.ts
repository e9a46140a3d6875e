import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type EmbeddedDatabase, startEmbeddedPostgres } from "../embedded/embedded-postgres.ts";
import { migrate } from "../operation/migrate.ts";
import { applicationUrl } from "../roles/application-role.ts";
import { templateFrom } from "./cluster-database.ts";
import { makeClockMovable, moveClock } from "./movable-clock.ts";
import { withSessionOptions } from "./nodes.ts";

const root = new URL("../..", import.meta.url).pathname;
const cache = join(root, "node_modules", ".cache");
const NAME = "migrated-cluster-";
/** An unfinished copy of this age was left by a run that was killed. */
const KILLED_AFTER_MS = 3_600_000;

const sources = [
  "db/*.ts",
  "db/{driver,roles,operation,functions,migrations,embedded,citus}/**/*.{ts,sql,json}",
  "db/testing/{template-cluster,cluster-database,movable-clock}.ts",
  "package-lock.json",
];

/** Hash of the files that decide what a migrated cluster holds. */
function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const path of globSync(sources, { cwd: root }).sort())
    if (!path.endsWith(".test.ts")) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest("hex").slice(0, 16);
}

/** Creates a folder in which a cluster can run: as root, Postgres runs as a user of its own, who must pass. */
async function clusterFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "balcao-test-"));
  await chmod(folder, 0o755);
  return folder;
}

/** Keeps owners and permissions: Postgres refuses the files of another user. */
const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);

const addresses = ({ ownerUrl }: EmbeddedDatabase) => ({ ownerUrl, url: withSessionOptions(applicationUrl(ownerUrl)) });

/** Migrates a new cluster, stops it and keeps its files. Returns the kept folder. */
async function keepCluster(kept: string): Promise<string> {
  const folder = await clusterFolder();
  const server = await startEmbeddedPostgres(folder, { fast: true });
  try {
    const { ownerUrl, url } = addresses(server);
    await makeClockMovable(ownerUrl);
    await migrate(ownerUrl, url);
  } finally {
    await server.stop();
  }
  mkdirSync(cache, { recursive: true });
  const unfinished = join(cache, `.${NAME}${randomUUID()}`);
  copy(folder, unfinished);
  const isLeft = (unfinishedOne: string) => Date.now() - statSync(join(cache, unfinishedOne)).mtimeMs > KILLED_AFTER_MS;
  const unwanted = [
    ...globSync(`${NAME}*`, { cwd: cache }).filter((old) => old !== basename(kept)),
    ...globSync(`.${NAME}*`, { cwd: cache }).filter(isLeft),
  ];
  for (const old of unwanted) rmSync(join(cache, old), { recursive: true, force: true });
  // Another run may have kept its own meanwhile; both are the same.
  if (existsSync(kept)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, kept);
  await rm(folder, { recursive: true, force: true });
  return kept;
}

export type TestCluster = { folder: string; ownerUrl: string; url: string; stop(): Promise<void> };

/**
 * Starts a migrated Postgres cluster in a temporary folder, as a copy of the one that is kept in node_modules/.cache.
 * Only a change of one of its `sources` migrates a new one. `url` is the address of the application's role.
 */
export async function startMigratedCluster(): Promise<TestCluster> {
  const kept = join(cache, `${NAME}${hashOfSources()}`);
  if (!existsSync(kept)) await keepCluster(kept);
  const folder = await clusterFolder();
  copy(`${kept}/.`, folder);
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres(folder, { fast: true });
  const { ownerUrl, url } = addresses(server);
  await moveClock(ownerUrl);
  // The partitions of the run's day: the kept cluster is of another one.
  await migrate(ownerUrl, url);
  await templateFrom(ownerUrl);
  return {
    ...{ folder, ownerUrl, url },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
