import type { CommandType } from "../../../../contracts/commands/index.ts";
import type { DeviceDesk, LeftEntry, OutboxEntry } from "../../../../sync/client/index.ts";
import { serverNow } from "../../../../sync/client/server-clock.ts";
import { firstValueOf } from "../../../session/desk.tsx";

/** Commands after which a ticket may leave the user's scope. */
const leaving: ReadonlySet<CommandType> = new Set([
  ...(["ticket.transfer", "ticket.return", "ticket.close", "ticket.delete", "ticket.takeBack"] as const),
]);
const RECENT_MS = 5 * 60_000;

/**
 * Returns whether a command of this device, from any of its tabs, explains why the ticket is gone: one that is on its
 * way, or that the server has just applied.
 */
export async function isOwnAct(desk: DeviceDesk, gone: string, now = serverNow()): Promise<boolean> {
  const isCause = ({ type, ticketId }: { type: CommandType; ticketId: string | null }) =>
    ticketId === gone && leaving.has(type);
  if ((await firstValueOf<OutboxEntry[]>(desk.outbox$())).some(isCause)) return true;
  const left = await firstValueOf<LeftEntry[]>(desk.left$());
  return left.some((entry) => isCause(entry) && now - Date.parse(entry.at) < RECENT_MS);
}
