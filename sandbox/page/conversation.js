// @ts-check
import { bubble, summaryOf } from "./bubble.js";
import { h } from "./dom.js";
import { languageTag, t } from "./translate.js";

/** @typedef {import("./api.js").Message} Message */

/** Key of each element's content, to detect whether it is still current. @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/**
 * Shows a conversation and changes only the elements that differ, so that playing media continues.
 * @param {HTMLElement} container
 * @param {Message[]} messages
 * @param {import("./bubble.js").Actions} actions
 */
export function showConversation(container, messages, actions) {
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

/**
 * @param {Message[]} messages
 * @param {import("./bubble.js").Actions} actions
 * @returns {{ key: string, build: () => Element }[]}
 */
function wantedOf(messages, actions) {
  if (messages.length === 0)
    return [{ key: "empty", build: () => h("p", { class: "empty-chat" }, t("conversation_empty")) }];
  const byId = new Map(messages.map((message) => [message.id, message]));
  let day = "";
  /** @type {boolean | null} */
  let author = null;
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

/** @param {number} time */
function dayOf(time) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? t("today") : date.toLocaleDateString(languageTag, { day: "numeric", month: "long" });
}
