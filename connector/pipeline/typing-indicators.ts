import type { Logger } from "pino";
import { PRESENCE_MS } from "../../contracts/presence.ts";
import { type PresenceNotice, reportContactTyping } from "../../domain/desk/presence/index.ts";
import type { ChannelMessaging, ContactTyping } from "../channel.ts";
import type { CompanyTransactions } from "../company-transactions.ts";
import type { Lease } from "../ownership/lease.ts";

/** A channel shows "typing" for some seconds: repeat within that time, and no more often. */
const TYPING_AGAIN_MS = 8_000;
const WATCH_AGAIN_MS = 60_000;

export type TypingParts = {
  transactions: CompanyTransactions;
  lease: Lease;
  channel: Pick<ChannelMessaging, "showTyping" | "watch" | "unwatch">;
  logger: Logger;
  now?: () => number;
};

/**
 * Typing indicators of one connection, in both directions; losing one does no harm. The channel is told that someone
 * is online only while an agent has a conversation open, because a phone with an active linked device notifies less.
 */
export function openTyping({ transactions, lease, channel, logger, now = Date.now }: TypingParts) {
  /** Chats that show us typing, with the time of the last report and its author. */
  const typing = new Map<string, { reportedAt: number; by: string; timer: NodeJS.Timeout }>();
  const watched = new Map<string, number>();
  const lastStates = new Map<string, { reportedAt: number; isTyping: boolean }>();
  let leaving: NodeJS.Timeout | undefined;

  const attempt = (act: Promise<void>) =>
    void act.catch((err) => logger.debug({ event: "typing_broadcast_failed", err }, "Typing state was not published"));

  function stopTyping(chatKey: string) {
    const shown = typing.get(chatKey);
    if (!shown) return;
    clearTimeout(shown.timer);
    typing.delete(chatKey);
    attempt(channel.showTyping(chatKey, false));
  }

  function showTyping(chatKey: string, by: string) {
    const shown = typing.get(chatKey);
    clearTimeout(shown?.timer);
    const timer = setTimeout(() => stopTyping(chatKey), PRESENCE_MS.typing);
    timer.unref();
    const isDue = !shown || now() - shown.reportedAt >= TYPING_AGAIN_MS;
    typing.set(chatKey, { reportedAt: isDue ? now() : shown.reportedAt, by, timer });
    if (isDue) attempt(channel.showTyping(chatKey, true));
  }

  function watch(chatKey: string) {
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      watched.clear();
      attempt(channel.unwatch());
    }, PRESENCE_MS.viewing);
    leaving.unref();
    const last = watched.get(chatKey);
    if (last !== undefined && now() - last < WATCH_AGAIN_MS) return;
    watched.set(chatKey, now());
    attempt(channel.watch(chatKey));
  }

  return {
    /** An agent who may answer is present at a ticket of this connection. */
    agent({ answers, who, state }: PresenceNotice) {
      if (!answers || who.userId === null) return;
      const by = `${who.userId} ${who.device}`;
      if (state !== "gone") watch(answers.chatKey);
      if (state === "typing") showTyping(answers.chatKey, by);
      else if (typing.get(answers.chatKey)?.by === by) stopTyping(answers.chatKey);
    },
    /** The customer is typing, or has stopped. */
    contact({ party, isTyping }: ContactTyping) {
      const key = party.lid ?? party.phone ?? "";
      const last = lastStates.get(key);
      if (last?.isTyping === isTyping && (!isTyping || now() - last.reportedAt < TYPING_AGAIN_MS)) return;
      if (!last && !isTyping) return;
      if (isTyping) lastStates.set(key, { reportedAt: now(), isTyping });
      else lastStates.delete(key);
      const { companyId, connectionId } = lease;
      attempt(transactions.run(companyId, (ctx) => reportContactTyping(ctx, { connectionId, party, isTyping })));
    },
    /** The connection is closed: its indicators expire by themselves. */
    close() {
      for (const { timer } of typing.values()) clearTimeout(timer);
      clearTimeout(leaving);
      typing.clear();
      watched.clear();
      lastStates.clear();
    },
  };
}
