import type { CommandResult } from "../../contracts/commands.ts";
import { backoffMs, LAST_MS } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import type { ApiFetch } from "../desk-types.ts";
import { refusalOf } from "../refusal.ts";
import { browserOnline } from "../tabs/wakes.ts";
import { isQuiet, type OutboxRecord } from "./entry.ts";
import { readyCommands } from "./lanes.ts";
import type { OutboxStore } from "./store.ts";
import { upload } from "./uploads.ts";

export type SenderDeps = {
  store: OutboxStore;
  apiFetch: ApiFetch;
  /** `apiFetch` for parts of files, with a longer timeout. */
  uploadFetch?: ApiFetch;
  clock: Clock;
  /** Called when the server has applied a command. */
  onDone?(record: OutboxRecord): Promise<void>;
  /** Called after answers were stored. */
  onAnswered(): void;
  onLink(up: boolean): void;
};
export type Sender = ReturnType<typeof startSender>;

/** Refusals with these statuses may succeed later; any other refusal of an upload is final. */
const passing = new Set([401, 403, 408, 409, 425, 429]);

/**
 * Sends the outbox: one batch at a time, each lane in order. A command leaves the outbox only after its answer, so a
 * crash at any point costs only a repetition, which the server recognises by its id.
 */
export function startSender({
  store,
  apiFetch,
  uploadFetch = apiFetch,
  clock,
  onDone,
  onAnswered,
  onLink,
}: SenderDeps) {
  const stopping = new AbortController();
  const lanes = new Map<string, { failures: number; until: number; isolated: boolean }>();
  const uploading = new Map<string, Promise<void>>();
  /**
   * Files that the server has received since this sender started. The server deletes uploads that are unused for a
   * week.
   */
  const present = new Set<string>();
  let signedOut = false;
  let running: Promise<void> | null = null;
  let again = false;
  /** Whether commands left in "sending" by a dead sender, or by a failure of the store, were put back. */
  let isRecovered = false;
  let storeFailures = 0;
  /** Consecutive requests without a response. */
  let silences = 0;
  /** No command is sent before then: the last request had no response, or the browser says that it is offline. */
  let silentUntil = browserOnline() ? 0 : clock.now() + LAST_MS;
  /** When the lanes were last checked: a lane whose back-off ends right afterwards needs a wake-up. */
  let lookedAt = 0;
  let cancelTimer = () => {};

  function nudge() {
    again = true;
    if (!running && !stopping.signal.aborted) {
      running = run().finally(() => {
        running = null;
        if (again) nudge();
      });
    }
  }

  /** A failing store (full disk, closed database) causes a pause and does not stop the sender. */
  async function run() {
    try {
      await sendWhatIsReady();
      storeFailures = 0;
    } catch (error) {
      if (stopping.signal.aborted) return;
      console.error(error);
      storeFailures += 1;
      isRecovered = false;
      again = false;
      cancelTimer();
      cancelTimer = clock.after(backoffMs(storeFailures, clock.random), nudge);
    }
  }

  async function sendWhatIsReady() {
    while (again && !signedOut && !stopping.signal.aborted) {
      again = false;
      if (!isRecovered) await store.recover();
      isRecovered = true;
      const records = (await store.all()).map(asKnown);
      lookedAt = clock.now();
      if (silentUntil > lookedAt) break;
      const ready = readyCommands(records, {
        rests: (name) => (lanes.get(name)?.until ?? 0) > lookedAt,
        isolated: (name) => lanes.get(name)?.isolated ?? false,
      });
      for (const record of ready.upload) startUpload(record);
      if (ready.send.length > 0) {
        await sendBatch(ready.send);
        again = true;
      }
    }
    wakeForTheNextLane();
    again = false;
  }

  /** For a file uploaded by an earlier sender, the server is asked again before its command is sent. */
  function asKnown(record: OutboxRecord): OutboxRecord {
    return record.file && !present.has(record.file.id) ? { ...record, uploaded: false } : record;
  }

  async function sendBatch(ready: OutboxRecord[]) {
    // Offline, the attempt does not count: the command can still be discarded.
    const tried = browserOnline() ? 1 : 0;
    const batch = await store.claim(
      ready.map((record) => record.order),
      tried,
    );
    if (batch.length === 0) return;
    let results: CommandResult[];
    try {
      const commands = batch.map(({ id, type, payload, createdAt }) => ({ id, type, payload, createdAt }));
      const response = await apiFetch("/sync/commands", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ commands }),
        signal: stopping.signal,
      });
      ({ results } = (await response.json()) as { results: CommandResult[] });
    } catch (error) {
      return takeFailure(batch, error);
    }
    const answers = new Map(results.map((result) => [result.id, result]));
    silences = 0;
    onLink(true);
    for (const record of batch) await take(record, answers.get(record.id));
    onAnswered();
  }

  async function take(record: OutboxRecord, answer: CommandResult | undefined) {
    if (!answer) return putBack(record);
    rested(record.lane);
    // A repeated command gets its first answer, which may have been a refusal.
    if (answer.status === "rejected" || answer.code !== null) {
      const code = answer.code ?? "ERR_INTERNAL";
      const state = code === "ERR_REPLY_HELD" ? "held" : "refused";
      return refuse(record, state, { code, details: answer.details });
    }
    await store.update(record.order, { state: "answered", rev: answer.rev, error: null });
    if (!isQuiet(record)) await onDone?.(record);
  }

  /** Keeps the command with its content for the user's decision; a quiet command is deleted. */
  async function refuse(record: OutboxRecord, state: "refused" | "held", error: OutboxRecord["error"]) {
    if (isQuiet(record)) await store.remove([record.order]);
    else await store.update(record.order, { state, error });
  }

  async function takeFailure(batch: OutboxRecord[], error: unknown) {
    const { status, code, details } = refusalOf(error);
    if (status === null) {
      onLink(false);
      silences += 1;
      silentUntil = clock.now() + (browserOnline() ? backoffMs(silences, clock.random) : LAST_MS);
    }
    if (status === 401) signedOut = true;
    // The company is past its due date: the commands are valid and wait for the payment.
    const isUnpaid = code === "ERR_SUBSCRIPTION_EXPIRED";
    const poison = !isUnpaid && (status === 400 || status === 413 || status === 422);
    if (poison && batch.length === 1) {
      const [record] = batch;
      if (record) await refuse(record, "refused", { code: code ?? "ERR_VALIDATION", details });
      return;
    }
    for (const record of batch) {
      await store.update(record.order, { state: "waiting" });
      // One command may be the reason for the whole batch's failure: sent alone, it can be identified.
      if (poison || (status !== null && status >= 500 && batch.length > 1)) isolate(record.lane);
    }
    if (!poison) for (const lane of new Set(batch.map((record) => record.lane))) rest(lane);
  }

  async function putBack(record: OutboxRecord) {
    await store.update(record.order, { state: "waiting" });
    rest(record.lane);
  }

  function startUpload(record: OutboxRecord) {
    const { file } = record;
    if (!file || uploading.has(file.id)) return;
    const work = upload(file.id, store, uploadFetch, stopping.signal)
      .then(async () => {
        rested(record.lane);
        present.add(file.id);
        await store.update(record.order, { uploaded: true, error: null });
      })
      .catch(async (error) => {
        const { status, code, details } = refusalOf(error);
        if (status === null) onLink(false);
        if (status === 401) signedOut = true;
        const isUnpaid = code === "ERR_SUBSCRIPTION_EXPIRED";
        if (status !== null && status < 500 && !passing.has(status) && !isUnpaid) {
          await store.update(record.order, { state: "refused", error: { code: code ?? "ERR_VALIDATION", details } });
        } else if (!stopping.signal.aborted) {
          await store.update(record.order, {
            tries: record.tries + 1,
            error: code === null ? null : { code, details },
          });
          rest(record.lane);
        }
      })
      .finally(() => {
        uploading.delete(file.id);
        if (!stopping.signal.aborted) nudge();
      });
    uploading.set(file.id, work);
  }

  function laneOf(name: string) {
    const lane = lanes.get(name) ?? { failures: 0, until: 0, isolated: false };
    lanes.set(name, lane);
    return lane;
  }
  function rest(name: string) {
    const lane = laneOf(name);
    lane.failures += 1;
    lane.until = clock.now() + backoffMs(lane.failures, clock.random);
  }
  function rested(name: string) {
    lanes.delete(name);
  }
  function isolate(name: string) {
    laneOf(name).isolated = true;
  }

  function wakeForTheNextLane() {
    cancelTimer();
    const untils = [...lanes.values()].map((lane) => lane.until).filter((until) => until > lookedAt);
    const next = silentUntil > lookedAt ? silentUntil : Math.min(...untils);
    if (next !== Infinity && !stopping.signal.aborted) {
      cancelTimer = clock.after(Math.max(0, next - clock.now()), nudge);
    }
  }

  nudge();

  return {
    /** Call after adding a command. */
    nudge,
    /** The network is gone: waits instead of trying. */
    pause() {
      silentUntil = clock.now() + LAST_MS;
    },
    /** The network may be back: ends all back-offs. */
    hurry() {
      silentUntil = 0;
      for (const lane of lanes.values()) lane.until = 0;
      nudge();
    },
    signedIn() {
      signedOut = false;
      nudge();
    },
    async stop() {
      stopping.abort();
      cancelTimer();
      await running;
      await Promise.allSettled(uploading.values());
    },
  };
}
