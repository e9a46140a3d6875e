import { backoffMs } from "../backoff.ts";
import { type Clock, createAlarm } from "../clock.ts";
import type { ApiFetch } from "../desk-types.ts";
import { isHidden } from "../tabs/wakes.ts";
import { timeToCompany } from "./company-wait.ts";
import type { OutboxRecord } from "./entry.ts";
import { createLaneStates, type LaneStates } from "./lane-state.ts";
import { type Ready, readyCommands } from "./lanes.ts";
import { createPostCommands } from "./post-commands.ts";
import { type Answered, sendBatch } from "./send-batch.ts";
import { createSendPause } from "./send-pause.ts";
import type { OutboxStore } from "./store.ts";
import { createUploadQueue } from "./upload-queue.ts";

export type SenderDeps = {
  store: OutboxStore;
  apiFetch: ApiFetch;
  /** `apiFetch` for parts of files, with a longer timeout. */
  uploadFetch?: ApiFetch;
  clock: Clock;
  /** Called when the server has applied a command. */
  onDone?(record: OutboxRecord): Promise<void>;
  /** Called after answers were stored, with these commands and their answers. */
  onAnswered(answered: readonly Answered[]): void;
  onLink(up: boolean): void;
};
export type OutboxSender = ReturnType<typeof startSender>;

/**
 * Sends the outbox: one batch at a time, each lane in order. A command leaves the outbox only after its answer, so a
 * crash at any point costs only a repetition, which the server recognises by its id.
 */
export function startSender({ uploadFetch, clock, ...deps }: SenderDeps) {
  const { store, onLink } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const lanes = createLaneStates(clock);
  const pause = createSendPause(clock);
  let isSignedOut = false;
  const onSignedOut = () => {
    isSignedOut = true;
  };
  const apiFetch = uploadFetch ?? deps.apiFetch;
  const uploads = createUploadQueue({ store, lanes, apiFetch, signal, onLink, onSignedOut, onEnd: nudge });
  const post = createPostCommands({ apiFetch: deps.apiFetch, signal });
  let running: Promise<void> | null = null;
  let again = false;
  /** Whether commands left in "sending" by a dead sender, or by a failure of the store, were put back. */
  let isRecovered = false;
  let storeFailures = 0;
  /** When the lanes were last checked: a lane whose back-off ends right afterwards needs a wake-up. */
  let checkedAt = 0;
  const alarm = createAlarm(clock, nudge);

  function nudge() {
    again = true;
    if (running || signal.aborted) return;
    running = run().finally(() => {
      running = null;
      if (again) nudge();
    });
  }

  /** A failing store (full disk, closed database) causes a pause and does not stop the sender. */
  async function run() {
    try {
      await sendReady();
      storeFailures = 0;
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      storeFailures += 1;
      isRecovered = false;
      again = false;
      alarm.set(backoffMs(storeFailures, clock.random));
    }
  }

  async function sendReady() {
    while (again && !isSignedOut && !signal.aborted) {
      again = false;
      if (!isRecovered) await store.recover();
      isRecovered = true;
      const records = (await store.all()).map(uploads.asKnown);
      checkedAt = clock.now();
      if (pause.until() > checkedAt) break;
      const ready = readyAt(checkedAt, records, lanes);
      for (const record of ready.upload) uploads.start(record);
      const waitMs = isHidden() ? 0 : timeToCompany(ready.send, checkedAt);
      if (waitMs > 0) return alarm.set(waitMs);
      if (ready.send.length > 0) {
        await sendBatch(ready.send, { ...deps, lanes, pause, post, onSignedOut });
        again = true;
      }
    }
    wakeForNextLane();
    again = false;
  }

  /** Wakes the sender when the pause, or else the first back-off, ends. */
  function wakeForNextLane() {
    alarm.cancel();
    const next = pause.until() > checkedAt ? pause.until() : lanes.nextEnd(checkedAt);
    if (next !== Infinity && !signal.aborted) alarm.set(Math.max(0, next - clock.now()));
  }

  nudge();

  return {
    /** Call after adding a command. */
    nudge,
    /** The network is gone: waits instead of trying. */
    pause: pause.begin,
    /** The network may be back: ends all back-offs. */
    hurry() {
      pause.end();
      lanes.endRests();
      nudge();
    },
    signedIn() {
      isSignedOut = false;
      nudge();
    },
    async stop() {
      stopping.abort();
      alarm.cancel();
      await running;
      await uploads.ended();
    },
  };
}

const readyAt = (now: number, records: OutboxRecord[], lanes: LaneStates): Ready =>
  readyCommands(records, { rests: (name) => lanes.isResting(name, now), isolated: lanes.isIsolated });
