// @ts-check
import { clock, h, icon } from "./dom.js";
import { t, textOr } from "./translate.js";

/** @typedef {import("./api.js").Message} Message */
/** @typedef {(message: Message) => unknown} Act */
/** @typedef {{ reply: Act, edit: Act, remove: Act, react: (message: Message, emoji: string) => unknown }} Actions */

const EMOJIS = ["👍", "❤️", "😂", "😮", "🙏"];

/** @param {string} type */
const kindOf = (type) => textOr(`kind_${type}`, "");

/** @param {Message} message */
export const summaryOf = ({ body, type, deleted }) => (deleted ? t("deleted") : body || kindOf(type));

/**
 * Builds the bubble of a message.
 * @param {Message} message
 * @param {boolean} isTurn true for the first of consecutive messages by one author
 * @param {Message | undefined} quoted
 * @param {Actions} actions
 */
export function bubble(message, isTurn, quoted, actions) {
  const { fromMe, reactions = {} } = message;
  const emojis = [reactions.mine, reactions.theirs].filter(Boolean).join("");
  const classes = ["bubble", fromMe ? "mine" : "theirs", isTurn && "turn", emojis && "reacted"];
  return h(
    "article",
    { class: classes.filter(Boolean).join(" "), "aria-label": t(fromMe ? "by_customer" : "by_desk") },
    message.quotedId && h("span", { class: "quoted" }, quoted ? summaryOf(quoted) : t("quoted")),
    ...content(message),
    meta(message, actions),
    emojis && h("span", { class: "reactions", role: "img", "aria-label": t("reactions", { emojis }) }, emojis),
  );
}

/**
 * Renders WhatsApp's *bold*.
 * @param {string} body
 */
const formatted = (body) =>
  body.split(/\*([^*\n]+)\*/).map((part, index) => (index % 2 ? h("strong", {}, part) : part));

/** @param {Message} message */
function content({ deleted, type, body, mediaUrl, fileName }) {
  if (deleted) return [h("span", { class: "gone" }, t("deleted"))];
  return [
    mediaUrl && media(type, mediaUrl, fileName),
    body && h("span", { class: "body" }, ...formatted(body)),
    !mediaUrl && !body && kindOf(type),
  ];
}

/**
 * @param {string} type
 * @param {string} src
 * @param {string | undefined} fileName
 */
function media(type, src, fileName) {
  const label = kindOf(type);
  if (type === "audio") return h("audio", { src, controls: true, preload: "metadata", "aria-label": label });
  if (type === "video") return h("video", { src, controls: true, preload: "metadata", "aria-label": label });
  if (type === "document")
    return h("div", {}, h("a", { href: src, target: "_blank", rel: "noreferrer" }, fileName ?? label));
  return h("img", { src, alt: label });
}

/**
 * @param {Message} message
 * @param {Actions} actions
 */
function meta(message, actions) {
  const { fromMe, timestamp, status, receivedCount, edited } = message;
  return h(
    "div",
    { class: "meta" },
    receivedCount > 1 && h("span", { class: "twice" }, t("received_times", { count: receivedCount })),
    edited && t("edited"),
    h("time", { datetime: new Date(timestamp).toISOString() }, clock(timestamp)),
    fromMe && tick(status),
    !message.deleted && menu(message, actions),
  );
}

/** @param {Message["status"]} status */
function tick(status) {
  const isRead = status === "read" || status === "played";
  const label = t(`status_${status}`);
  const mark = h("span", { class: isRead ? "tick read" : "tick", role: "img", "aria-label": label, title: label });
  mark.append(icon(status === "sent" ? "one-tick" : "two-ticks"));
  return mark;
}

/**
 * @param {Message} message
 * @param {Actions} actions
 */
function menu(message, { reply, edit, remove, react }) {
  /** @param {string} label @param {Act} act */
  const action = (label, act) => {
    const onclick = () => {
      button.closest("details")?.removeAttribute("open");
      act(message);
    };
    const button = h("button", { type: "button", onclick }, label);
    return button;
  };
  const emojis = EMOJIS.map((emoji) => action(emoji, () => react(message, emoji)));
  return h(
    "details",
    { class: "menu" },
    h("summary", { class: "icon", "aria-label": t("message_actions") }, icon("dots")),
    h(
      "div",
      { class: "sheet" },
      h("div", { class: "emojis", role: "group", "aria-label": t("react") }, ...emojis),
      action(t("reply"), reply),
      message.fromMe && message.type === "text" && action(t("edit"), edit),
      message.fromMe && action(t("delete"), remove),
    ),
  );
}
