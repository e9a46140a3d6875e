import { shortAnswer } from "../../../contracts/commands/command-answer.ts";
import type { CommandResult } from "../../../contracts/commands/index.ts";
import { DomainError } from "../../../contracts/domain-error.ts";
import type { ChangesRequest, Checkpoint, CollectionName } from "../../../contracts/sync.ts";
import { openSequencer } from "../../../db/index.ts";
import { givenSession, testDatabase } from "../../../db/testing/given.ts";
import { loadActor } from "../../../domain/account/users/index.ts";
import { parseEvent, splitBlocks } from "../../client/stream.ts";
import { openStreams, pull, pullChanges, pullThreads, runCommands } from "../../server/index.ts";
import type { Answer, Device } from "./device.ts";

export type Answers = Map<string, CommandResult>;
type Person = { companyId: string; id: string };

export async function actorOf({ companyId, id }: Person) {
  const actor = await testDatabase().company(companyId, (db) => loadActor(db, companyId, id));
  if (!actor) throw new Error("the agent is gone");
  return actor;
}

/**
 * The sync endpoints as the API has them: the user is loaded for each request. `answers` keeps the last answer to
 * each command, received or not; `failures` keeps unexpected errors.
 */
export function createServer({ answers, failures }: { answers: Answers; failures: unknown[] }) {
  const database = testDatabase();
  const sequencer = openSequencer(database);
  const onFailure = (error: unknown) => failures.push(error);
  const streams = openStreams({ database, sequencer, onError: onFailure });
  const deps = { database, sequencer, onFailure };

  async function answer(person: Person, device: string, request: { path: string; body: string | null }) {
    const actor = await actorOf(person);
    const url = new URL(request.path, "http://desk.test");
    const name = url.pathname.split("/").at(-1) as CollectionName;
    if (url.pathname === "/sync/commands") {
      const { commands } = JSON.parse(request.body ?? "{}");
      const answered = await runCommands(deps, { actor, device }, commands);
      for (const result of answered.results) answers.set(result.id, result);
      return shortAnswer(commands, answered.results);
    }
    if (url.pathname === "/sync/changes") {
      const since: ChangesRequest = JSON.parse(url.searchParams.get("since") ?? "{}");
      return pullChanges(deps, actor, { ...since, limit: Number(url.searchParams.get("limit")) });
    }
    const ids = url.searchParams.get("ids");
    if (ids !== null && (name === "threads" || name === "chatThreads")) {
      const before = url.searchParams.get("before");
      const asked =
        name === "threads"
          ? { collection: name, ids: ids.split(","), ...(before && { before }) }
          : { collection: name, ids: ids.split(","), ...(before && { before: Number(before) }) };
      return { documents: await pullThreads(deps, actor, asked) };
    }
    const asked = url.searchParams.get("checkpoint");
    const checkpoint: Checkpoint | undefined = asked === null ? undefined : JSON.parse(asked);
    const limit = Number(url.searchParams.get("limit"));
    return pull(deps, actor, { collection: name, checkpoint, limit });
  }

  return {
    async answer(...asked: Parameters<typeof answer>): Promise<Answer> {
      try {
        return { status: 200, body: JSON.stringify(await answer(...asked)) };
      } catch (error) {
        if (!(error instanceof DomainError)) {
          failures.push(error);
          return { status: 500, body: JSON.stringify({ error: "ERR_INTERNAL" }) };
        }
        const statuses: Record<string, number> = { ERR_SCOPE_CHANGED: 409, ERR_CHECKPOINT_TOO_OLD: 410 };
        return { status: statuses[error.code] ?? 400, body: JSON.stringify({ error: error.code }) };
      }
    },
    /** Opens a device's stream; returns a function that ends it. */
    async stream(person: Person, device: Device): Promise<() => void> {
      const actor = await actorOf(person);
      const session = await givenSession(person);
      const { body } = await streams.open({
        actor,
        sessionId: session.id,
        carriesChanges: true,
      });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      void (async () => {
        let rest = "";
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
          const [blocks, tail] = splitBlocks(rest + part.value);
          rest = tail;
          for (const event of blocks.map(parseEvent)) if (event) device.event(event);
        }
      })();
      device.line(true);
      return () => {
        void reader?.cancel();
        device.line(false);
      };
    },
    /** Like a notification of the change log. */
    async notify(companyId: string) {
      await sequencer.run(companyId);
      streams.notify(companyId);
    },
    close: streams.close,
  };
}
export type Server = ReturnType<typeof createServer>;

/** Returns everything a user's device should show: a boot directly from the tables. */
export async function booted(person: Person) {
  const actor = await actorOf(person);
  const database = testDatabase();
  const deps = { database, sequencer: openSequencer(database) };
  const collect = async (collection: CollectionName) => {
    const documents: { id: string }[] = [];
    let checkpoint: Checkpoint | undefined;
    do {
      const page = await pull(deps, actor, { collection, checkpoint, limit: 500 });
      documents.push(...page.documents);
      checkpoint = page.checkpoint;
    } while (checkpoint.phase === "boot");
    return documents;
  };
  return {
    tickets: await collect("tickets"),
    threads: await collect("threads"),
    contacts: await collect("contacts"),
    quickMessages: await collect("quickMessages"),
    schedules: await collect("schedules"),
    refs: await collect("refs"),
    drafts: await collect("drafts"),
    chats: await collect("chats"),
    chatThreads: await collect("chatThreads"),
  };
}
