import type { ShownMessage } from "../wire.ts";
import { type Actions, bubble, summaryOf } from "./bubble.ts";
import { h } from "./dom.ts";
import { languageTag, t } from "./translate.ts";

/** Key of each element's content, to detect whether it is still current. */
const keys = new WeakMap<Element, string>();

/** Shows a conversation and changes only the elements that differ, so that playing media continues. */
export function showConversation(container: HTMLElement, messages: ShownMessage[], actions: Actions) {
  const wasAtEnd = container.scrollHeight - container.scrollTop - container.clientHeight < 40;
  const present = new Map([...container.children].map((child) => [keys.get(child), child]));
  const elements = wantedOf(messages, actions).map(({ key, build }) => {
    const element = present.get(key) ?? build();
    keys.set(element, key);
    return element;
  });
  for (const child of [...container.children]) if (!elements.includes(child)) child.remove();
  elements.forEach((element, index) => {
    if (container.children[index] !== element) container.insertBefore(element, container.children[index] ?? null);
  });
  if (wasAtEnd) container.scrollTop = container.scrollHeight;
}

function wantedOf(messages: ShownMessage[], actions: Actions): { key: string; build: () => Element }[] {
  if (messages.length === 0)
    return [{ key: "empty", build: () => h("p", { class: "empty-chat" }, t("conversation_empty")) }];
  const byId = new Map(messages.map((message) => [message.id, message]));
  let day = "";
  let author: boolean | null = null;
  return messages.flatMap((message) => {
    const wanted = [];
    const thisDay = dayOf(message.timestamp);
    if (thisDay !== day) wanted.push({ key: `day ${thisDay}`, build: () => h("div", { class: "day" }, thisDay) });
    const isTurn = author !== message.fromMe;
    const quoted = message.quotedId ? byId.get(message.quotedId) : undefined;
    const key = JSON.stringify([message, isTurn, quoted && summaryOf(quoted)]);
    wanted.push({ key, build: () => bubble(message, isTurn, quoted, actions) });
    day = thisDay;
    author = message.fromMe;
    return wanted;
  });
}

function dayOf(time: number) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? t("today") : date.toLocaleDateString(languageTag, { day: "numeric", month: "long" });
}
