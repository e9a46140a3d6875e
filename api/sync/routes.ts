import { Hono, type MiddlewareHandler } from "hono";
import { describeRoute } from "hono-openapi";
import * as v from "valibot";
import { PREFERS_SHORT, shortAnswer } from "../../contracts/commands/command-answer.ts";
import { CommandBatch } from "../../contracts/commands/index.ts";
import { FROM_NEWEST } from "../../contracts/desk/messages.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import { Id } from "../../contracts/id.ts";
import { ChangesRequest, Checkpoint, collections } from "../../contracts/sync.ts";
import type { Database, Sequencer } from "../../db/index.ts";
import {
  type AskedThreads,
  pull,
  pullChanges,
  pullThreads,
  runCommands,
  type Streams,
} from "../../sync/server/index.ts";
import type { AppEnv } from "../http/app-env.ts";
import { acceptedEncoding, compressJson } from "../http/compress.ts";
import { inflateBody } from "../http/inflate-body.ts";
import { bytes, describe, textParameter } from "../http/reference/describe.ts";
import { validated } from "../http/validate.ts";
import { ChangesAnswer, CommandsAnswer, PullAnswer } from "./answers.ts";

const MAX_THREADS = 100;

const Limit = v.pipe(
  v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(1_000)), "200"),
  v.description("The most documents of a collection: 1 to 1,000; a collection may send fewer at once"),
);

const ChangesQuery = v.object({
  since: v.pipe(
    v.string(),
    v.parseJson(),
    ChangesRequest,
    v.description(
      "JSON: `scope`, and in `at` by collection the revision and the mark up to which the device has pulled",
    ),
  ),
  limit: Limit,
});

const PullQuery = v.object({
  checkpoint: v.pipe(
    v.optional(v.pipe(v.string(), v.parseJson(), Checkpoint)),
    v.description("JSON: the `checkpoint` of the last page; without it the first page of all documents"),
  ),
  limit: Limit,
  ids: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.split(",").filter(Boolean)),
        v.array(Id),
        v.maxLength(MAX_THREADS),
      ),
    ),
    v.description(
      `For \`threads\` and \`chatThreads\`: the ids of threads to return whole, with commas between them; at most ${MAX_THREADS}`,
    ),
  ),
  before: v.pipe(
    v.optional(
      v.union([Id, v.literal(FROM_NEWEST), v.pipe(v.string(), v.transform(Number), v.safeInteger(), v.minValue(1))]),
    ),
    v.description(
      `With \`ids\`, a page of older messages: of \`chatThreads\` those before this number; of \`threads\`, with one id, those before this message, or from the newest (\`${FROM_NEWEST}\`)`,
    ),
  ),
});

const collectionParameter = textParameter("path", "collection", "The name of the collection", [...collections]);

const StreamQuery = v.object({
  changes: v.pipe(
    v.optional(v.string()),
    v.description("With any value the stream carries the changed documents, for devices that keep them"),
  ),
});

type Deps = { database: Database; sequencer: Sequencer; streams: Streams; signedIn: MiddlewareHandler<AppEnv> };

export function syncRoutes({ database, sequencer, streams, signedIn }: Deps) {
  return new Hono<AppEnv>()
    .use("/sync/*", compressJson)
    .post(
      "/sync/commands",
      describe(
        "sync",
        "Apply a device's commands in order; a repeated command gets its first answer. The body may be compressed with `deflate`; with `Prefer: return=minimal` the answer has only the revisions if all were applied",
        { 200: CommandsAnswer },
      ),
      signedIn,
      inflateBody,
      validated("json", CommandBatch),
      async (c) => {
        const { actor, device } = await c.var.person();
        const onFailure = (err: unknown, { id, type }: { id: string; type: string }) =>
          c.var.log.error(
            { event: "command_failed", err, commandId: id, type },
            "Device command failed with an unexpected error",
          );
        const { commands } = c.req.valid("json");
        const answer = await runCommands({ database, sequencer, onFailure }, { actor, device }, commands);
        return c.json(c.req.header("Prefer") === PREFERS_SHORT ? shortAnswer(commands, answer.results) : answer);
      },
    )
    .get(
      "/sync/changes",
      describe("sync", "Get what changed in several collections since a device's positions in them", {
        200: ChangesAnswer,
      }),
      signedIn,
      validated("query", ChangesQuery),
      async (c) => {
        const { actor } = await c.var.person();
        const { since, limit } = c.req.valid("query");
        return c.json(await pullChanges({ database, sequencer }, actor, { ...since, limit }));
      },
    )
    .get(
      "/sync/:collection",
      describe(
        "sync",
        "Get one page of a collection: the documents that you may see and that changed since the checkpoint",
        { 200: PullAnswer },
      ),
      describeRoute({ parameters: [collectionParameter] }),
      signedIn,
      validated("query", PullQuery),
      async (c) => {
        const collection = collections.find((name) => name === c.req.param("collection"));
        if (!collection) throw new DomainError("ERR_NOT_FOUND");
        const { actor } = await c.var.person();
        const { ids, before, checkpoint, limit } = c.req.valid("query");
        if (ids && (collection === "threads" || collection === "chatThreads")) {
          const asked = threadsAsked(collection, ids, before);
          return c.json({ documents: await pullThreads({ database, sequencer }, actor, asked) });
        }
        return c.json(await pull({ database, sequencer }, actor, { collection, checkpoint, limit }));
      },
    )
    .get(
      "/events",
      describe("sync", "Stream server-sent events: which collections have changes, and when the session ends", {
        200: bytes("text/event-stream"),
      }),
      signedIn,
      validated("query", StreamQuery),
      async (c) => {
        const { actor, sessionId } = await c.var.person();
        const carriesChanges = c.req.valid("query").changes !== undefined;
        const opened = await streams.open({
          actor,
          sessionId,
          carriesChanges,
          isCompressed: carriesChanges && acceptedEncoding(c.req.header("Accept-Encoding"), ["gzip"]) === "gzip",
        });
        // With the headers that were set before, as a renewed cookie.
        return c.newResponse(opened.body, opened);
      },
    );
}

function threadsAsked(
  collection: AskedThreads["collection"],
  ids: string[],
  before: string | number | undefined,
): AskedThreads {
  if (before === undefined) return { collection, ids };
  if (collection === "chatThreads" && typeof before === "number") return { collection, ids, before };
  if (collection === "threads" && typeof before === "string" && ids.length === 1) return { collection, ids, before };
  throw new DomainError("ERR_VALIDATION", { fields: { before: "invalid" } });
}
