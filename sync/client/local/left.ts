import { liveQuery } from "dexie";
import { from, map, type Observable } from "rxjs";
import type { CommandPayload, CommandType } from "../../../contracts/commands/index.ts";
import type { Clock } from "../clock.ts";
import { chatOf, type OutboxRecord } from "../outbox/entry.ts";
import type { CacheDatabase } from "./databases.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A command of this device that the server applied. `at`: when its answer arrived. */
export type LeftEntry = {
  id: string;
  ticketId: string | null;
  at: string;
  fileId?: string;
  /** The file's MIME type and name. */
  file?: { mimetype: string; name: string };
} & { [T in CommandType]: { type: T; payload: CommandPayload<T> } }[CommandType];

const fileOf = ({ id, mimetype, name }: NonNullable<OutboxRecord["file"]>) => ({
  fileId: id,
  file: { mimetype, name },
});

/** The commands sent in the last day. Deleted with the caches at sign-out. */
export function createLeft({ left }: CacheDatabase, clock: Clock) {
  const dayAgo = () => new Date(clock.now() - DAY_MS).toISOString();

  /** A command answered twice keeps the time of its first answer. */
  async function add({ id, type, payload, ticketId, file }: OutboxRecord): Promise<void> {
    await left.where("at").below(dayAgo()).delete();
    if (await left.get(id)) return;
    const at = new Date(clock.now()).toISOString();
    await left.put({ id, type, payload, ticketId, at, ...(file && fileOf(file)) } as LeftEntry);
  }

  /** Newest first. */
  function recent$(): Observable<LeftEntry[]> {
    const all$ = from(liveQuery(() => left.orderBy("at").reverse().toArray()));
    return all$.pipe(map((entries) => entries.filter(({ at }) => at >= dayAgo())));
  }
  /** Deletes the entries of these chats; the deletion of a chat stays. */
  async function forgetChats(isLost: (chatId: string) => boolean): Promise<void> {
    const isOfLost = (entry: LeftEntry) => {
      const chatId = chatOf(entry);
      return chatId !== null && entry.type !== "chat.delete" && isLost(chatId);
    };
    await left.filter(isOfLost).delete();
  }
  return { add, recent$, forgetChats };
}
