import type { CollectionName } from "../../../contracts/sync.ts";
import type { Clock } from "../clock.ts";
import type { Answered } from "./send-batch.ts";
import { collectionsOf } from "./settle.ts";

/** The stream brings a command's effect about as soon as its answer arrives; after this time it is pulled. */
const STREAM_MS = 1_000;

type AnsweredPullDeps = {
  clock: Clock;
  /** Pulls what is behind that revision. */
  pull(names: readonly CollectionName[], rev: number): void;
};

/** Pulls the effects of answered commands, only the collections that show them and are behind them. */
export function createAnsweredPull({ clock, pull }: AnsweredPullDeps) {
  const waiting = new Set<() => void>();
  let streamBrings = false;

  function pullBehind({ record, answer }: Answered) {
    // A refused command has no revision: something that this device does not know refused it.
    const rev = answer.rev ?? Number.POSITIVE_INFINITY;
    pull(collectionsOf(record), rev);
  }

  return {
    pull(answered: readonly Answered[]) {
      const now = answered.filter(({ answer }) => !streamBrings || answer.rev === null);
      for (const one of now) pullBehind(one);
      const later = answered.filter((one) => !now.includes(one));
      if (later.length === 0) return;
      const cancel = clock.after(STREAM_MS, () => {
        waiting.delete(cancel);
        for (const one of later) pullBehind(one);
      });
      waiting.add(cancel);
    },
    /** The stream carries documents. */
    streamBrings() {
      streamBrings = true;
    },
    streamEnded() {
      streamBrings = false;
    },
    stop() {
      for (const cancel of waiting) cancel();
    },
  };
}
