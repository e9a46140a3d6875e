import { Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { Database, Sequencer } from "../../db/index.ts";
import { DomainError } from "../../domain/domain-error.ts";
import { CommandBatch } from "../../sync/contracts/commands.ts";
import { Id } from "../../sync/contracts/id.ts";
import { Checkpoint, collections } from "../../sync/contracts/sync.ts";
import { pull, pullThreads, runCommands, type Streams } from "../../sync/server/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describe } from "../http/describe.ts";
import { validated } from "../http/validate.ts";

const MOST_THREADS = 100;

const PullQuery = v.object({
  checkpoint: v.optional(v.pipe(v.string(), v.parseJson(), Checkpoint)),
  limit: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(1_000)), "200"),
  /** Of `threads` and `chatThreads`: these threads, whole. */
  ids: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(",").filter(Boolean)),
      v.array(Id),
      v.maxLength(MOST_THREADS),
    ),
  ),
  /** With `ids`, of `chatThreads`: the messages before this number. */
  before: v.optional(v.pipe(v.string(), v.transform(Number), v.safeInteger(), v.minValue(1))),
});

type Deps = { database: Database; sequencer: Sequencer; streams: Streams; signedIn: MiddlewareHandler<AppEnv> };

export function syncRoutes({ database, sequencer, streams, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .post(
      "/sync/commands",
      describe("sync", "Apply a device's commands in order; a repeated command gets its first answer"),
      signedIn,
      validated("json", CommandBatch),
      async (c) => {
        const { actor, device } = await c.var.person();
        const onFailure = (err: unknown, { id, type }: { id: string; type: string }) =>
          c.var.log.error(
            { event: "command_failed", err, commandId: id, type },
            "Device command failed with an unexpected error",
          );
        const { commands } = c.req.valid("json");
        return c.json(await runCommands({ database, sequencer, onFailure }, { actor, device }, commands));
      },
    )
    .get(
      "/sync/:collection",
      describe(
        "sync",
        "Get one page of a collection: the documents that you may see and that changed since the checkpoint",
      ),
      signedIn,
      validated("query", PullQuery),
      async (c) => {
        const collection = collections.find((name) => name === c.req.param("collection"));
        if (!collection) throw new DomainError("ERR_NOT_FOUND");
        const { actor } = await c.var.person();
        const { ids, before, checkpoint, limit } = c.req.valid("query");
        if (ids && (collection === "threads" || collection === "chatThreads")) {
          return c.json({ documents: await pullThreads({ database, sequencer }, actor, { collection, ids, before }) });
        }
        return c.json(await pull({ database, sequencer }, actor, { collection, checkpoint, limit }));
      },
    )
    .get(
      "/events",
      describe("sync", "Stream server-sent events: which collections have changes, and when the session ends"),
      signedIn,
      async (c) => {
        const { actor, sessionId } = await c.var.person();
        const opened = await streams.open({ actor, sessionId });
        // With the headers that were set before, as a renewed cookie.
        return c.newResponse(opened.body, opened);
      },
    );
}
