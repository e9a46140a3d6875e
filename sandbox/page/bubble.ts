import type { MessageStatus, ShownMessage } from "../wire.ts";
import { type Child, clock, h, icon } from "./dom.ts";
import { t, textOr } from "./translate.ts";

type Act = (message: ShownMessage) => unknown;
export type Actions = { reply: Act; edit: Act; remove: Act; react: (message: ShownMessage, emoji: string) => unknown };

const EMOJIS = ["👍", "❤️", "😂", "😮", "🙏"];

const kindOf = (type: string) => textOr(`kind_${type}`, "");

export const summaryOf = ({ body, type, deleted }: ShownMessage) => (deleted ? t("deleted") : body || kindOf(type));

/**
 * Builds the bubble of a message. `isTurn`: it is the first of consecutive messages by one author; `quoted`: the
 * message that it answers, if the phone still has it.
 */
export function bubble(message: ShownMessage, isTurn: boolean, quoted: ShownMessage | undefined, actions: Actions) {
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

/** Renders WhatsApp's *bold*. */
const formatted = (body: string) =>
  body.split(/\*([^*\n]+)\*/).map((part, index) => (index % 2 ? h("strong", {}, part) : part));

function content({ deleted, type, body, mediaUrl, fileName }: ShownMessage): Child[] {
  if (deleted) return [h("span", { class: "gone" }, t("deleted"))];
  return [
    mediaUrl && media(type, mediaUrl, fileName),
    body && h("span", { class: "body" }, ...formatted(body)),
    !mediaUrl && !body && kindOf(type),
  ];
}

function media(type: ShownMessage["type"], src: string, fileName: string | undefined) {
  const label = kindOf(type);
  if (type === "audio") return h("audio", { src, controls: true, preload: "metadata", "aria-label": label });
  if (type === "video") return h("video", { src, controls: true, preload: "metadata", "aria-label": label });
  if (type === "document")
    return h("div", {}, h("a", { href: src, target: "_blank", rel: "noreferrer" }, fileName ?? label));
  return h("img", { src, alt: label });
}

function meta(message: ShownMessage, actions: Actions) {
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

function tick(status: MessageStatus) {
  const isRead = status === "read" || status === "played";
  const label = t(`status_${status}`);
  const mark = h("span", { class: isRead ? "tick read" : "tick", role: "img", "aria-label": label, title: label });
  mark.append(icon(status === "sent" ? "one-tick" : "two-ticks"));
  return mark;
}

function menu(message: ShownMessage, { reply, edit, remove, react }: Actions) {
  const action = (label: string, act: Act) => {
    const onclick = () => {
      button.closest("details")?.removeAttribute("open");
      act(message);
    };
    const button: HTMLButtonElement = h("button", { type: "button", onclick }, label);
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
