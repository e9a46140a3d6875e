import { announcementsOf } from "../../domain/office/announcements/index.ts";
import { changeKey, isMadeNow, type ScopedChange } from "../../sync/server/index.ts";
import { announcementToWire } from "../announcements/wire.ts";
import type { EmitContext } from "./emit-ticket-events.ts";
import type { Listener } from "./listener.ts";

/** Emits announcements to everyone. One that is not active any more is deleted, except for super users. */
export async function emitAnnouncementEvents(
  context: EmitContext,
  listeners: readonly Listener[],
  changes: readonly ScopedChange[],
): Promise<void> {
  // A read mark names its user; it has no event.
  const changed = changes.filter(({ collection, ownerIds }) => collection === "announcements" && ownerIds.length === 0);
  const last = new Map(changed.map((change) => [change.docId, change]));
  if (last.size === 0) return;
  const rows = new Map((await announcementsOf(context, [...last.keys()])).map((row) => [row.id, row]));
  for (const [id, change] of last) {
    const row = rows.get(id);
    for (const listener of listeners) {
      const { socket, actor } = listener;
      if (!row || !(row.isActive || actor.isSuper)) {
        socket.emit("company-announcement", { action: "delete", id });
        continue;
      }
      const action = isMadeNow(context.first, changeKey(change), row.createdAt) ? "create" : "update";
      socket.emit("company-announcement", { action, record: announcementToWire(row, context.addressOf(listener)) });
    }
  }
}
