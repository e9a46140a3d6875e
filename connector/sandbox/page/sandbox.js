import { get, listen, post } from "/sandbox/assets/api.js";
import { clock, h, showConversation, summaryOf } from "/sandbox/assets/conversation.js";

const $ = (id) => document.getElementById(id);
const STATUSES = {
  CONNECTED: "Conectado",
  qrcode: "Mostra o QR",
  OPENING: "Abrindo",
  PAIRING: "Pareando",
  TIMEOUT: "Sem conexão",
  DISCONNECTED: "Desconectado",
};
const LOG_LENGTH = 14;

const state = { connections: [], customers: [], messages: [], number: "", name: "", seen: null, pending: null };
const connectionId = () => $("connection").value;
/** People of a page have no number, and a page no phone, no QR code and no calls. */
const isPage = () => connectionId().startsWith("page:");
const chat = () => ({ connectionId: connectionId(), number: state.number });

/** Does what a button asks; a refusal is said, not thrown. */
function attempt(work) {
  return async (event) => {
    event?.preventDefault();
    if (event) $("notice").hidden = true;
    try {
      await work(event);
    } catch (error) {
      $("notice").textContent = error.message;
      $("notice").hidden = false;
    }
  };
}

function log(text, isBad = false) {
  $("log").append(
    h("li", { class: isBad && "bad" }, h("time", {}, clock(Date.now(), "2-digit")), h("i"), h("span", {}, text)),
  );
  while ($("log").children.length > LOG_LENGTH) $("log").firstChild.remove();
}

async function loadConnections() {
  state.connections = await get("/connections");
  const chosen = connectionId();
  const options = state.connections.map(({ id, name }) => h("option", { value: id, selected: id === chosen }, name));
  const shown = [...$("connection").options].map(({ value, text }) => value + text).join();
  if (shown !== options.map(({ value, text }) => value + text).join()) $("connection").replaceChildren(...options);
  showConnection();
}

function showConnection() {
  const connection = state.connections.find(({ id }) => id === connectionId());
  if (!connection) return;
  const isOn = connection.status === "CONNECTED";
  const label = STATUSES[connection.status] ?? connection.status;
  if ($("status").textContent && $("status").textContent !== label) log(`Linha: ${label.toLowerCase()}`, !isOn);
  for (const part of document.querySelectorAll("[data-phones-only]")) part.hidden = isPage();
  $("new-number").required = !isPage();
  $("new-name").required = isPage();
  $("shop-app").textContent = isPage() ? "Meta" : "WhatsApp";
  $("status").textContent = label;
  $("status").classList.toggle("on", isOn);
  $("number").textContent = connection.number;
  $("shop").textContent = connection.name;
  $("shop-status").textContent = isOn ? "online" : label.toLowerCase();
  $("avatar").textContent = connection.name
    .split(/\s+/)
    .map(([letter]) => letter)
    .slice(0, 2)
    .join("")
    .toUpperCase();
}

async function loadCustomers() {
  if (!connectionId()) return;
  state.customers = await get("/customers", { connectionId: connectionId() });
  if (!state.number && state.customers[0]) choose(state.customers[0]);
  const known = state.customers.some(({ number }) => number === state.number);
  const all =
    known || !state.number ? state.customers : [{ number: state.number, name: state.name }, ...state.customers];
  $("customers").replaceChildren(
    ...(all.length ? all.map(customerItem) : [h("li", { class: "empty" }, "Nenhuma conversa ainda.")]),
  );
}

function customerItem(customer) {
  const { number, name } = customer;
  const open = attempt(async () => {
    choose(customer);
    await refresh();
  });
  const isCurrent = number === state.number ? "true" : undefined;
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", "aria-current": isCurrent, onclick: open },
      name || number,
      !isPage() && h("span", {}, number),
    ),
  );
}

function choose({ number, name }) {
  Object.assign(state, { number, name, messages: [], seen: null });
  setPending(null);
}

async function loadMessages() {
  if (!connectionId() || !state.number) return showConversation($("messages"), [], {});
  const { number } = state;
  const messages = await get("/messages", chat());
  if (number !== state.number) return; // another customer was chosen meanwhile
  state.messages = messages;
  tellChanges(messages);
  showConversation($("messages"), messages, actions);
  const received = messages.filter(({ fromMe }) => !fromMe);
  const twice = received.filter(({ receivedCount }) => receivedCount > 1).length;
  $("counts").textContent =
    `Escritas ${messages.length - received.length} · recebidas ${received.length} · em dobro ${twice}`;
}

/** What happened since the last look, as lines of the log. */
function tellChanges(messages) {
  const before = state.seen;
  state.seen = new Map(messages.map((message) => [message.id, message]));
  if (!before) return;
  for (const message of messages) {
    const old = before.get(message.id);
    const what = `“${summaryOf(message).slice(0, 28)}”`;
    if (!old) log(message.fromMe ? `Cliente escreveu ${what}` : `Resposta chegou ao celular: ${what}`);
    else if (message.fromMe && old.status !== message.status)
      log(message.status === "delivered" ? `Chegou ao balcão: ${what}` : `Lida no balcão: ${what}`);
    else if (message.receivedCount > old.receivedCount) log(`Chegou de novo, mostrada uma vez: ${what}`, true);
  }
}

const refresh = () => Promise.all([loadCustomers(), loadMessages()]);

/** What the next text will be: a reply or an edit of a message. */
function setPending(pending) {
  state.pending = pending;
  $("replying").hidden = !pending;
  if (!pending) return;
  $("replying-kind").textContent = pending.kind === "edit" ? "Editando" : "Respondendo";
  $("replying-body").textContent = summaryOf(pending.message);
  if (pending.kind === "edit") $("text").value = pending.message.body;
  $("text").focus();
}

const actions = {
  reply: (message) => setPending({ kind: "reply", message }),
  edit: (message) => setPending({ kind: "edit", message }),
  remove: (message) => attempt(() => post("/delete", { ...chat(), id: message.id }))(),
  react: (message, emoji) => {
    const isSame = message.reactions?.mine === emoji;
    return attempt(() => post("/react", { ...chat(), id: message.id, emoji: isSame ? "" : emoji }))();
  },
};

async function write(content) {
  if (!state.number) throw new Error("Escolha um cliente primeiro.");
  const { pending } = state;
  const quotedId = pending?.kind === "reply" ? pending.message.id : undefined;
  await post("/messages", {
    connectionId: connectionId(),
    from: state.number,
    name: state.name || undefined,
    quotedId,
    ...content,
  });
  setPending(null);
  await refresh();
  $("messages").scrollTop = $("messages").scrollHeight;
}

const sendText = attempt(async () => {
  const body = $("text").value.trim();
  if (!body) return;
  const { pending } = state;
  // The next words may be written while these are on their way.
  $("text").value = "";
  try {
    if (pending?.kind === "edit") {
      await post("/edit", { ...chat(), id: pending.message.id, body });
      setPending(null);
    } else await write({ body });
  } catch (error) {
    $("text").value ||= body;
    throw error;
  }
});

const sendFile = attempt(async () => {
  const [file] = $("file").files;
  if (!file) return;
  const address = await new Promise((resolve, reject) => {
    const reader = Object.assign(new FileReader(), { onload: () => resolve(reader.result), onerror: reject });
    reader.readAsDataURL(file);
  });
  $("file").value = "";
  $("attach").open = false;
  const kind = file.type.split("/")[0];
  const type = ["image", "audio", "video"].includes(kind) ? kind : "document";
  const base64 = address.slice(address.indexOf(",") + 1);
  await write({ media: { type, mimetype: file.type || "application/octet-stream", fileName: file.name, base64 } });
});

const changeFaults = (change, text, isBad) =>
  attempt(async () => {
    showFaults(await post("/faults", { connectionId: connectionId(), ...change() }));
    log(text(), isBad?.());
  });

function showFaults({ refuseSends, loseReceipts, delayMs }) {
  $("refuse").checked = Boolean(refuseSends);
  $("lose").checked = loseReceipts;
  for (const radio of document.getElementsByName("delay")) radio.checked = Number(radio.value) === delayMs;
}

async function openConnection() {
  showConnection();
  choose({ number: "", name: "" });
  showFaults(await post("/faults", { connectionId: connectionId() }));
  await refresh();
}

$("connection").addEventListener("change", attempt(openConnection));
$("new-customer").addEventListener(
  "submit",
  attempt(async () => {
    const number = isPage() ? `7${Date.now()}${Math.floor(Math.random() * 1000)}` : $("new-number").value;
    choose({ number, name: $("new-name").value.trim() });
    await refresh();
    $("new-customer").reset();
    $("text").focus();
  }),
);
$("composer").addEventListener("submit", sendText);
$("text").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) sendText(event);
});
let typedAt = 0;
$("text").addEventListener("input", () => {
  if (Date.now() - typedAt < 3000 || !state.number) return;
  typedAt = Date.now();
  post("/typing", chat()).catch(() => undefined); // nobody misses a "typing" that could not be told
});
$("cancel-reply").addEventListener("click", () => setPending(null));
for (const button of document.querySelectorAll("[data-sample]")) {
  button.addEventListener(
    "click",
    attempt(async () => {
      $("attach").open = false;
      await write({ media: { type: button.dataset.sample, sample: true } });
    }),
  );
}
$("file").addEventListener("change", sendFile);
$("read").addEventListener(
  "click",
  attempt(() => post("/read", chat())),
);
$("play").addEventListener(
  "click",
  attempt(() => post("/read", { ...chat(), played: true })),
);
$("call").addEventListener(
  "click",
  attempt(async () => {
    await post("/calls", { connectionId: connectionId(), from: state.number });
    log("O cliente ligou, e ninguém atendeu");
  }),
);
$("phone-form").addEventListener(
  "submit",
  attempt(async () => {
    await post("/phone-messages", { ...chat(), body: $("phone-text").value.trim() });
    $("phone-form").reset();
    log("Respondido no celular da loja");
  }),
);
$("scan").addEventListener(
  "click",
  attempt(async () => {
    await post(`/connections/${connectionId()}/scan`);
    log("O celular leu o QR");
  }),
);
$("drop").addEventListener(
  "click",
  changeFaults(
    () => ({ drop: true }),
    () => "Conexão derrubada",
    () => true,
  ),
);
$("unlink").addEventListener(
  "click",
  attempt(async () => {
    await post(`/connections/${connectionId()}/unlink`);
    log("O celular desconectou o balcão", true);
  }),
);
$("code-form").addEventListener(
  "submit",
  attempt(async () => {
    await post(`/connections/${connectionId()}/code`, {
      code: $("code").value.replaceAll("-", "").trim().toUpperCase(),
    });
    $("code-form").reset();
    log("Código digitado no celular");
  }),
);
$("refuse").addEventListener(
  "change",
  changeFaults(
    () => ({ refuseSends: $("refuse").checked }),
    () => ($("refuse").checked ? "Envios recusados" : "Envios aceitos"),
    () => $("refuse").checked,
  ),
);
$("lose").addEventListener(
  "change",
  changeFaults(
    () => ({ loseReceipts: $("lose").checked }),
    () => ($("lose").checked ? "Confirmações se perdem" : "Confirmações chegam"),
    () => $("lose").checked,
  ),
);
for (const radio of document.getElementsByName("delay")) {
  radio.addEventListener(
    "change",
    changeFaults(
      () => ({ delayMs: Number(radio.value) }),
      () => `Linha: ${radio.nextElementSibling.textContent.toLowerCase()}`,
    ),
  );
}
document.addEventListener("click", ({ target }) => {
  for (const open of document.querySelectorAll("details[open]")) if (!open.contains(target)) open.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") for (const open of document.querySelectorAll("details[open]")) open.open = false;
});

await attempt(async () => {
  await loadConnections();
  await openConnection();
})();
const due = { timer: null, isConnection: false };
const catchUp = attempt(async () => {
  const { isConnection } = due;
  Object.assign(due, { timer: null, isConnection: false });
  if (isConnection) await loadConnections();
  await refresh();
});
listen(({ type }) => {
  due.isConnection ||= type === "connection";
  due.timer ??= setTimeout(() => catchUp(), 60);
});
setInterval(() => loadConnections().catch(() => undefined), 3000); // the desk's own status is not told by the phones
