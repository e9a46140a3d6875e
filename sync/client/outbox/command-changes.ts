import { liveQuery, type Table } from "dexie";
import { filter, firstValueFrom, from, merge, Observable } from "rxjs";
import type { Clock } from "../clock.ts";
import type { OutboxDatabase } from "../local/databases.ts";
import { discardUnsent } from "../local/unsent.ts";
import { withDependants } from "./dependants.ts";
import { isOfflineAttempt, mayHaveArrived, type OutboxRecord } from "./entry.ts";

/** A browser that is wrong about its network waits for the server's answer; a person does not. */
const OFFLINE_ATTEMPT_MS = 2_000;

export const commandById = ({ outbox }: OutboxDatabase, id: string) => outbox.where("id").equals(id).first();

/** Changes and discards commands that the server cannot have. */
export function createCommandChanges(database: OutboxDatabase, clock: Clock) {
  const { outbox, files, drafts } = database;

  /** An attempt without a network does not count, and fails at once. */
  const offlineAttemptEnds = (id: string) =>
    firstValueFrom(
      merge(
        from(liveQuery(() => commandById(database, id))).pipe(filter((record) => !record || !isOfflineAttempt(record))),
        new Observable<void>((subscriber) => clock.after(OFFLINE_ATTEMPT_MS, () => subscriber.next())),
      ),
    );

  /** Changes a command; false: it does not exist, or it may have reached the server. */
  async function changeUnsent(id: string, tables: Table[], change: (record: OutboxRecord) => Promise<unknown>) {
    const changeNow = (): PromiseLike<boolean | null> =>
      database.transaction("rw", tables, async () => {
        const record = await commandById(database, id);
        if (record && isOfflineAttempt(record)) return null;
        if (!record || mayHaveArrived(record)) return false;
        await change(record);
        return true;
      });
    const isChanged = await changeNow();
    if (isChanged !== null) return isChanged;
    await offlineAttemptEnds(id);
    return (await changeNow()) ?? false;
  }

  /**
   * Keeps commands that may have reached the server: discarding them would only hide their effect. What depends on a
   * discarded creation goes with it, because it could never be sent.
   */
  const discard = (id: string): Promise<boolean> =>
    changeUnsent(id, database.tables, async (record) => {
      for (const { order, id: goneId, type, file } of withDependants(await outbox.toArray(), [record])) {
        await outbox.delete(order);
        if (file) await files.delete(file.id);
        if (type !== "ticket.create") continue;
        await drafts.delete(goneId);
        await discardUnsent(database, goneId);
      }
    });

  const edit = (id: string, change: object): Promise<boolean> =>
    changeUnsent(id, [outbox], (record) =>
      outbox.put({ ...record, payload: { ...record.payload, ...change } } as OutboxRecord),
    );

  return { discard, edit };
}
