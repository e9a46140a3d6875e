import type { ApiFetch } from "../desk-types.ts";
import type { OutboxRecord } from "./entry.ts";
import { uploadFailure } from "./failures.ts";
import type { LaneStates } from "./lane-state.ts";
import type { OutboxStore } from "./store.ts";
import { upload } from "./uploads.ts";

export type UploadDeps = {
  store: OutboxStore;
  lanes: LaneStates;
  apiFetch: ApiFetch;
  signal: AbortSignal;
  onLink(up: boolean): void;
  onSignedOut(): void;
  /** Called after an upload has ended, also by a failure. */
  onEnd(): void;
};

/** Uploads the files of commands, each at once; a command is sent when its file is there. */
export function createUploadQueue({ store, lanes, apiFetch, signal, onLink, onSignedOut, onEnd }: UploadDeps) {
  const running = new Map<string, Promise<void>>();
  /** Files that the server has received since this sender started: it deletes uploads that are unused for a week. */
  const present = new Set<string>();

  async function run(record: OutboxRecord, fileId: string) {
    try {
      await upload(fileId, store, apiFetch, signal);
      lanes.recover(record.lane);
      present.add(fileId);
      await store.update(record.order, { uploaded: true, error: null });
    } catch (cause) {
      await takeFailure(record, cause);
    } finally {
      running.delete(fileId);
      if (!signal.aborted) onEnd();
    }
  }

  async function takeFailure(record: OutboxRecord, cause: unknown) {
    const { isSilent, isSignedOut, isFinal, error } = uploadFailure(cause);
    if (isSilent) onLink(false);
    if (isSignedOut) onSignedOut();
    if (isFinal) {
      await store.update(record.order, { state: "refused", error: error ?? { code: "ERR_VALIDATION" } });
    } else if (!signal.aborted) {
      await store.update(record.order, { tries: record.tries + 1, error });
      lanes.rest(record.lane);
    }
  }

  return {
    start(record: OutboxRecord) {
      const { file } = record;
      if (file && !running.has(file.id)) running.set(file.id, run(record, file.id));
    },
    /** For a file uploaded by an earlier sender, the server is asked again before its command is sent. */
    asKnown(record: OutboxRecord): OutboxRecord {
      return record.file && !present.has(record.file.id) ? { ...record, uploaded: false } : record;
    },
    /** Resolves when no upload runs. */
    async ended() {
      await Promise.allSettled(running.values());
    },
  };
}
