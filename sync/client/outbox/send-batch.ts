import type { CommandResult } from "../../../contracts/commands/index.ts";
import { browserOnline } from "../tabs/wakes.ts";
import { isQuiet, type OutboxRecord } from "./entry.ts";
import { batchFailure } from "./failures.ts";
import type { LaneStates } from "./lane-state.ts";
import type { PostCommands } from "./post-commands.ts";
import type { SendPause } from "./send-pause.ts";
import type { OutboxStore } from "./store.ts";

export type BatchDeps = {
  store: OutboxStore;
  lanes: LaneStates;
  pause: SendPause;
  post: PostCommands;
  /** Called when the server has applied a command. */
  onDone?(record: OutboxRecord): Promise<void>;
  /** Called after answers were stored, with these commands and their answers. */
  onAnswered(answered: readonly Answered[]): void;
  onLink(up: boolean): void;
  onSignedOut(): void;
};

export type Answered = { record: Pick<OutboxRecord, "type" | "payload">; answer: CommandResult };

/** Sends commands in one request and stores their answers; a failure puts them back. */
export async function sendBatch(ready: readonly OutboxRecord[], deps: BatchDeps): Promise<void> {
  const { store, pause, onLink, onAnswered } = deps;
  // Offline, the attempt does not count: the command can still be discarded.
  const tried = browserOnline() ? 1 : 0;
  const orders = ready.map((record) => record.order);
  const batch = await store.claim(orders, tried);
  if (batch.length === 0) return;
  let results: CommandResult[];
  try {
    results = await deps.post(batch);
  } catch (error) {
    return takeFailure(batch, error, deps);
  }
  const answers = new Map(results.map((result) => [result.id, result]));
  pause.reset();
  onLink(true);
  for (const record of batch) await take(record, answers.get(record.id), deps);
  onAnswered(
    batch.flatMap((record) => {
      const answer = answers.get(record.id);
      return answer ? [{ record, answer }] : [];
    }),
  );
}

async function take(record: OutboxRecord, answer: CommandResult | undefined, { store, lanes, onDone }: BatchDeps) {
  if (!answer) {
    await store.update(record.order, { state: "waiting" });
    lanes.rest(record.lane);
    return;
  }
  lanes.recover(record.lane);
  // A repeated command gets its first answer, which may have been a refusal.
  if (answer.status === "rejected" || answer.code !== null) {
    const code = answer.code ?? "ERR_INTERNAL";
    const state = code === "ERR_REPLY_HELD" ? "held" : "refused";
    const error = { code, details: answer.details };
    if (await store.takeExisting(record, error)) return;
    return refuse(store, record, state, error);
  }
  await store.update(record.order, { state: "answered", rev: answer.rev, error: null });
  if (!isQuiet(record)) await onDone?.(record);
}

/** Keeps the command with its content for the user's decision; a quiet command is deleted. */
async function refuse(
  store: OutboxStore,
  record: OutboxRecord,
  state: "refused" | "held",
  error: OutboxRecord["error"],
) {
  if (isQuiet(record)) await store.remove([record.order]);
  else await store.update(record.order, { state, error });
}

async function takeFailure(batch: readonly OutboxRecord[], cause: unknown, deps: BatchDeps) {
  const { store, lanes, pause, onLink, onSignedOut } = deps;
  const { isSilent, isSignedOut, refusesCommand, isolates, rests, error } = batchFailure(cause, batch.length);
  if (isSilent) {
    onLink(false);
    pause.lengthen();
  }
  if (isSignedOut) onSignedOut();
  if (refusesCommand) {
    for (const record of batch) await refuse(store, record, "refused", error ?? { code: "ERR_VALIDATION" });
    return;
  }
  for (const record of batch) await store.update(record.order, { state: "waiting" });
  for (const lane of new Set(batch.map((record) => record.lane))) {
    if (isolates) lanes.isolate(lane);
    if (rests) lanes.rest(lane);
  }
}
