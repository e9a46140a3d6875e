/** Builds an element; children may be strings, elements or nothing. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter(Boolean));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

export const clock = (time, seconds) =>
  new Date(time).toLocaleTimeString("pt-BR", { hour: "2-digit", minute: "2-digit", second: seconds });

const KINDS = {
  image: "Foto",
  audio: "Áudio",
  video: "Vídeo",
  document: "Documento",
  sticker: "Figurinha",
  location: "Localização",
  contact: "Contato",
};
const STATUSES = { sent: "enviada", delivered: "entregue", read: "lida", played: "ouvida" };
const EMOJIS = ["👍", "❤️", "😂", "😮", "🙏"];

export const summaryOf = ({ body, type, deleted }) => (deleted ? "Mensagem apagada" : body || KINDS[type] || "");

/** What each element shows, to tell whether it still does. */
const keys = new WeakMap();

/** Shows a conversation, touching only what changed, so that what plays goes on playing. */
export function showConversation(container, messages, actions) {
  const wasAtEnd = container.scrollHeight - container.scrollTop - container.clientHeight < 40;
  const present = new Map([...container.children].map((child) => [keys.get(child), child]));
  const byId = new Map(messages.map((message) => [message.id, message]));
  const wanted = [];
  let day = "";
  let author = null;
  for (const message of messages) {
    const thisDay = dayOf(message.timestamp);
    if (thisDay !== day) wanted.push({ key: `day ${thisDay}`, build: () => h("div", { class: "day" }, thisDay) });
    const isTurn = author !== message.fromMe;
    const quoted = byId.get(message.quotedId);
    const key = JSON.stringify([message, isTurn, quoted && summaryOf(quoted)]);
    wanted.push({ key, build: () => bubble(message, isTurn, quoted, actions) });
    day = thisDay;
    author = message.fromMe;
  }
  if (!messages.length)
    wanted.push({
      key: "empty",
      build: () => h("p", { class: "empty-chat" }, "Escreva a primeira mensagem deste cliente."),
    });
  const elements = wanted.map(({ key, build }) => {
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

function dayOf(time) {
  const date = new Date(time);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? "Hoje" : date.toLocaleDateString("pt-BR", { day: "numeric", month: "long" });
}

function bubble(message, isTurn, quoted, actions) {
  const { fromMe, reactions = {} } = message;
  const emojis = [reactions.mine, reactions.theirs].filter(Boolean).join("");
  const classes = ["bubble", fromMe ? "mine" : "theirs", isTurn && "turn", emojis && "reacted"];
  return h(
    "article",
    { class: classes.filter(Boolean).join(" "), "aria-label": fromMe ? "O cliente escreveu" : "O balcão respondeu" },
    message.quotedId && h("span", { class: "quoted" }, quoted ? summaryOf(quoted) : "Mensagem citada"),
    ...content(message),
    meta(message, actions),
    emojis && h("span", { class: "reactions", role: "img", "aria-label": `Reações: ${emojis}` }, emojis),
  );
}

/** WhatsApp's *bold*. */
const formatted = (body) =>
  body.split(/\*([^*\n]+)\*/).map((part, index) => (index % 2 ? h("strong", {}, part) : part));

function content({ deleted, type, body, mediaUrl, fileName }) {
  if (deleted) return [h("span", { class: "gone" }, "Mensagem apagada")];
  return [
    mediaUrl && media(type, mediaUrl, fileName),
    body && h("span", { class: "body" }, ...formatted(body)),
    !mediaUrl && !body && KINDS[type],
  ].filter(Boolean);
}

function media(type, src, fileName) {
  if (type === "audio") return h("audio", { src, controls: true, preload: "metadata", "aria-label": "Áudio" });
  if (type === "video") return h("video", { src, controls: true, preload: "metadata", "aria-label": "Vídeo" });
  if (type === "document")
    return h("div", {}, h("a", { href: src, target: "_blank", rel: "noreferrer" }, fileName ?? "Documento"));
  return h("img", { src, alt: KINDS[type] });
}

function meta(message, actions) {
  const { fromMe, timestamp, status, receivedCount, edited } = message;
  return h(
    "div",
    { class: "meta" },
    receivedCount > 1 && h("span", { class: "twice" }, `chegou ${receivedCount}×`),
    edited && "editada",
    h("time", { datetime: new Date(timestamp).toISOString() }, clock(timestamp)),
    fromMe && tick(status),
    !message.deleted && menu(message, actions),
  );
}

function tick(status) {
  const isRead = status === "read" || status === "played";
  const mark = h("span", {
    class: isRead ? "tick read" : "tick",
    role: "img",
    "aria-label": STATUSES[status],
    title: STATUSES[status],
  });
  mark.append(icon(status === "sent" ? "one-tick" : "two-ticks"));
  return mark;
}

function menu(message, { reply, edit, remove, react }) {
  const action = (label, act) =>
    h(
      "button",
      {
        type: "button",
        onclick: (event) => {
          event.target.closest("details").open = false;
          act(message);
        },
      },
      label,
    );
  const isText = message.type === "text";
  return h(
    "details",
    { class: "menu" },
    h("summary", { class: "icon", "aria-label": "Ações da mensagem" }, icon("dots")),
    h(
      "div",
      { class: "sheet" },
      h(
        "div",
        { class: "emojis", role: "group", "aria-label": "Reagir" },
        ...EMOJIS.map((emoji) => action(emoji, () => react(message, emoji))),
      ),
      action("Responder", reply),
      message.fromMe && isText && action("Editar", edit),
      message.fromMe && action("Apagar para todos", remove),
    ),
  );
}
