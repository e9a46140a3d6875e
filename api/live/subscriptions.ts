import type { Logger } from "pino";
import * as v from "valibot";
import { Id } from "../../contracts/id.ts";
import type { Database } from "../../db/index.ts";
import { markOnline } from "../../domain/account/users/index.ts";
import { isStatus, type Listener, openChat } from "./listener.ts";
import { mayOpenChat } from "./may-open-chat.ts";

/** Handles the events by which a client subscribes to tickets, conversations and notifications. */
export function handleSubscriptions(listener: Listener, database: Database, logger: Logger): void {
  const { socket } = listener;
  const failed = (err: unknown) => logger.error({ event: "live_event_failed", err }, "Live channel event failed");
  socket.on("joinNotification", () => {
    listener.notifications = true;
  });
  socket.on("joinTickets", (status: unknown) => {
    if (isStatus(status)) listener.statuses.add(status);
  });
  socket.on("joinChatBox", (ticketId: unknown, acknowledge: unknown) => {
    const answer = () => typeof acknowledge === "function" && acknowledge();
    if (!v.is(Id, ticketId)) return answer();
    mayOpenChat(database, listener.actor, ticketId)
      .then((may) => may && openChat(listener, ticketId))
      .then(answer)
      .catch(failed);
  });
  socket.on("userStatus", () => {
    const { companyId, id } = listener.actor;
    database.company(companyId, (db) => markOnline({ db, companyId, now: new Date() }, [id])).catch(failed);
  });
}
