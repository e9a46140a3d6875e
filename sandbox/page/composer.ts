import type { NewMessage, SampleType } from "../wire.ts";
import { post } from "./api.ts";
import { attempt, on } from "./attempt.ts";
import type { Actions } from "./bubble.ts";
import { byId } from "./dom.ts";
import { refresh } from "./load.ts";
import { getPending, setPending } from "./pending.ts";
import { chat, isPage, state } from "./state.ts";
import { t } from "./translate.ts";

const TYPING_MS = 3000;
const field = () => byId("text", HTMLTextAreaElement);
const attachments = () => byId("attach", HTMLDetailsElement);

export const actions: Actions = {
  reply: (message) => setPending({ kind: "reply", message }),
  edit: (message) => setPending({ kind: "edit", message }),
  remove: (message) => attempt(() => post("/delete", { ...chat(), id: message.id }))(),
  react: (message, emoji) => {
    const isSame = message.reactions?.mine === emoji;
    return attempt(() => post("/react", { ...chat(), id: message.id, emoji: isSame ? "" : emoji }))();
  },
};

async function write(content: Pick<NewMessage, "body" | "media">) {
  if (!state.number) throw new Error(t("error_no_customer"));
  const pending = getPending();
  const quotedId = pending?.kind === "reply" ? pending.message.id : undefined;
  const { connectionId, number: from, name } = state;
  const hoursAgo = isPage() ? Number(new FormData(byId("world-form", HTMLFormElement)).get("written")) : undefined;
  await post("/messages", { connectionId, from, name: name || undefined, quotedId, hoursAgo, ...content });
  setPending(null);
  await refresh();
  const messages = byId("messages", HTMLElement);
  messages.scrollTop = messages.scrollHeight;
}

async function sendText() {
  const body = field().value.trim();
  if (!body) return;
  const pending = getPending();
  // The field is free for the next text while this one is being sent.
  field().value = "";
  try {
    if (pending?.kind !== "edit") return await write({ body });
    await post("/edit", { ...chat(), id: pending.message.id, body });
    setPending(null);
  } catch (error) {
    field().value ||= body;
    throw error;
  }
}

async function sendFile() {
  const input = byId("file", HTMLInputElement);
  const file = input.files?.[0];
  if (!file) return;
  const base64 = await base64Of(file);
  input.value = "";
  attachments().open = false;
  const kind = file.type.split("/")[0];
  const type = kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
  await write({ media: { type, mimetype: file.type || "application/octet-stream", fileName: file.name, base64 } });
}

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

export function listenToComposer() {
  on("composer", "submit", sendText);
  field().addEventListener("keydown", (event) => {
    // Key code 229: in Safari, Enter confirmed a composed character (pwa/ui/fields/enter-key.ts).
    const isComposing = event.isComposing || event.keyCode === 229;
    if (event.key === "Enter" && !event.shiftKey && !isComposing) void attempt(sendText)(event);
  });
  let typedAt = 0;
  field().addEventListener("input", () => {
    if (Date.now() - typedAt < TYPING_MS || !state.number) return;
    typedAt = Date.now();
    post("/typing", chat()).catch(() => undefined); // The next key press sends it again.
  });
  on("cancel-reply", "click", () => setPending(null));
  on("file", "change", sendFile);
  for (const button of document.querySelectorAll<HTMLElement>("[data-sample]")) {
    button.addEventListener(
      "click",
      attempt(() => {
        attachments().open = false;
        return write({ media: { type: button.dataset.sample as SampleType } });
      }),
    );
  }
}
