import { Dexie } from "dexie";

export type Patience = ReturnType<typeof createPatience>;

const ignore = () => {};

/**
 * Ends the waiting for a disk that does not answer: Chromium opens a database on a disk that was full only after other
 * pages have closed it, and until then neither answers nor fails. `leave` closes the database.
 */
export function createPatience(leave: () => void, patienceMs: number) {
  let left = Promise.withResolvers<never>();
  left.promise.catch(ignore); // nothing may be waiting for the disk

  function leaveNow(): void {
    const { reject } = left;
    left = Promise.withResolvers<never>();
    left.promise.catch(ignore); // as above
    leave();
    reject(new Dexie.DatabaseClosedError());
  }

  /** Rejects when the disk is left. A promise of Dexie: a live query notes what is read in it. */
  const orLeft = <T>(work: PromiseLike<T>) => Dexie.Promise.race<T>([work, left.promise]);

  return {
    orLeft,
    /** Leaves the disk, and rejects, when the work takes longer than `patienceMs`. */
    async within<T>(work: PromiseLike<T>): Promise<T> {
      const timer = setTimeout(leaveNow, patienceMs);
      try {
        return await orLeft(work);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
