import type { Logger } from "pino";
import { type PresenceNotice, reportContactTyping } from "../domain/presence/index.ts";
import { PRESENCE_MS } from "../sync/contracts/presence.ts";
import type { ContactTyping, MessageLine } from "./channel.ts";
import type { Desk } from "./desk.ts";
import type { Lease } from "./lease.ts";

/** A channel shows "typing" for some seconds: said again before that, and no oftener. */
const TYPING_AGAIN_MS = 8_000;
const WATCH_AGAIN_MS = 60_000;

export type TypingParts = {
  desk: Desk;
  lease: Lease;
  channel: Pick<MessageLine, "showTyping" | "watch" | "unwatch">;
  logger: Logger;
  now?: () => number;
};

/**
 * Typing, both ways, of one connection: what nobody misses when it is lost. The channel is told that somebody is there
 * only while an agent has one of its conversations open: a phone whose linked device is there rings less.
 */
export function openTyping({ desk, lease, channel, logger, now = Date.now }: TypingParts) {
  /** Chats in which we are shown typing, since when it was last said, and by whom. */
  const typing = new Map<string, { saidAt: number; by: string; timer: NodeJS.Timeout }>();
  const watched = new Map<string, number>();
  const heard = new Map<string, { saidAt: number; isTyping: boolean }>();
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
    const timer = setTimeout(() => stopTyping(chatKey), PRESENCE_MS);
    timer.unref();
    const isDue = !shown || now() - shown.saidAt >= TYPING_AGAIN_MS;
    typing.set(chatKey, { saidAt: isDue ? now() : shown.saidAt, by, timer });
    if (isDue) attempt(channel.showTyping(chatKey, true));
  }

  function watch(chatKey: string) {
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      watched.clear();
      attempt(channel.unwatch());
    }, PRESENCE_MS);
    leaving.unref();
    const last = watched.get(chatKey);
    if (last !== undefined && now() - last < WATCH_AGAIN_MS) return;
    watched.set(chatKey, now());
    attempt(channel.watch(chatKey));
  }

  return {
    /** An agent who may answer is at one of this connection's conversations. */
    agent({ answers, who, state }: PresenceNotice) {
      if (!answers || who.userId === null) return;
      const by = `${who.userId} ${who.device}`;
      if (state !== "gone") watch(answers.chatKey);
      if (state === "typing") showTyping(answers.chatKey, by);
      else if (typing.get(answers.chatKey)?.by === by) stopTyping(answers.chatKey);
    },
    /** The customer types, or has stopped. */
    contact({ party, isTyping }: ContactTyping) {
      const key = party.lid ?? party.phone ?? "";
      const last = heard.get(key);
      if (last?.isTyping === isTyping && (!isTyping || now() - last.saidAt < TYPING_AGAIN_MS)) return;
      if (!last && !isTyping) return;
      if (isTyping) heard.set(key, { saidAt: now(), isTyping });
      else heard.delete(key);
      const { companyId, connectionId } = lease;
      attempt(desk.look(companyId, (ctx) => reportContactTyping(ctx, { connectionId, party, isTyping })));
    },
    /** The line has gone: what was shown on it is over by itself. */
    close() {
      for (const { timer } of typing.values()) clearTimeout(timer);
      clearTimeout(leaving);
      typing.clear();
      watched.clear();
      heard.clear();
    },
  };
}
