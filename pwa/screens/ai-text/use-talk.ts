import { useState, useSyncExternalStore } from "react";
import { type AiMessage, MAX_REQUEST_CHARACTERS } from "../../../contracts/office/ai-text.ts";
import { serverDate } from "../../../sync/client/server-clock.ts";
import { getLocale } from "../../i18n/paraglide/runtime.js";
import { sessionBearer } from "../../session/session.ts";
import { type Exchange, openHistory } from "./history.ts";
import { useAnswer } from "./parts/use-answer.ts";

const history = openHistory(localStorage);
const MAX_MESSAGES = 20;

/** Holds the open conversation with the AI and the history of this device. */
export function useTalk() {
  const talks = useSyncExternalStore(history.subscribe, history.get);
  const [openId, setOpenId] = useState<string | null>(() => history.get()[0]?.id ?? null);
  const [asked, setAsked] = useState<string | null>(null);
  const { answer, ask, stop, forget } = useAnswer();
  const talk = talks.find(({ id }) => id === openId) ?? null;

  /** Sends a text. `before`: the exchanges that it follows; the ones of the open conversation by default. */
  async function send(text: string, before: readonly Exchange[] = talk?.exchanges ?? []) {
    const id = talk?.id ?? crypto.randomUUID();
    setOpenId(id);
    setAsked(text);
    const messages = messagesOf(before, text);
    const userId = sessionBearer()?.userId;
    const at = serverDate().toISOString();
    const ended = await ask({ purpose: "chat", language: getLocale(), messages });
    // The history goes with the session: an answer that ends after the sign-out is not kept.
    if (!ended || ended.state === "writing" || sessionBearer()?.userId !== userId) return;
    const exchange = { at, asked: text, answer: ended.text, state: ended.state, failure: ended.failure };
    history.save({ id, updatedAt: serverDate().toISOString(), exchanges: [...before, exchange] });
    setAsked(null);
  }
  function open(id: string | null) {
    forget();
    setAsked(null);
    setOpenId(id);
  }
  function clear() {
    open(null);
    history.clear();
  }
  const again = (exchanges: readonly Exchange[], place: number) =>
    send(exchanges[place]?.asked ?? "", exchanges.slice(0, place));
  return { talks, talk, openId, asked, answer, send, again, stop, open, clear };
}
export type Talking = ReturnType<typeof useTalk>;

/** Returns the newest exchanges that fit into a request, and the text. */
function messagesOf(before: readonly Exchange[], text: string): AiMessage[] {
  const turns = before
    .filter(({ answer, state }) => answer !== "" && state !== "failed")
    .map(({ asked, answer }): AiMessage[] => [
      { role: "user", text: asked },
      { role: "assistant", text: answer },
    ]);
  let room = MAX_REQUEST_CHARACTERS - text.length;
  const from = turns.findLastIndex((turn) => {
    room -= turn.reduce((sum, message) => sum + message.text.length, 0);
    return room < 0;
  });
  return [...turns.slice(Math.max(from + 1, turns.length - MAX_MESSAGES / 2)).flat(), { role: "user", text }];
}
