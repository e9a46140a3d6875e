import type { ShownMessage } from "../wire.ts";
import { get } from "./api.ts";
import { summaryOf } from "./bubble.ts";
import { log } from "./log.ts";
import { setPending } from "./pending.ts";
import { readProgress } from "./progress.ts";
import { changed, chat, connection, isPage, type Person, state } from "./state.ts";
import { t, textOr } from "./translate.ts";

/** The messages of the previous load, by id; null before the first. */
let seen: Map<string, ShownMessage> | null = null;

export async function loadConnections() {
  const before = connection();
  state.connections = await get("/connections");
  state.connectionId ||= state.connections[0]?.id ?? "";
  const now = connection();
  if (before?.id === now?.id && before && now && before.status !== now.status)
    log(
      t("log_line", { state: textOr(`state_${now.status}`, now.status) }),
      now.status === "CONNECTED" ? undefined : "bad",
    );
  changed();
}

/** Loads the connection's customers and the conversation with the chosen one. */
export async function refresh() {
  if (!state.connectionId) return;
  state.customers = await get("/customers", { connectionId: state.connectionId });
  if (!state.number) choose(state.customers[0] ?? newCustomer());
  const { number, connectionId } = state;
  const [messages, desk] = await Promise.all([get("/messages", chat()), get("/desk", chat())]);
  if (number !== state.number || connectionId !== state.connectionId) return; // Another was chosen in the meantime.
  state.messages = messages;
  state.desk = desk;
  logChanges(messages);
  changed();
}

/** Creates a customer for this browser: people who try the sandbox at the same time write from different numbers. */
export function newCustomer(): Person {
  const digits = String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(7, "0")
    .slice(-7);
  return {
    number: isPage() ? `7${Date.now()}${digits}` : `553197${digits.replace(/0000$/, "0001")}`,
    name: t("test_customer"),
  };
}

export function choose({ number, name }: Person) {
  state.number = number;
  state.name = name;
  state.messages = [];
  state.desk = { messages: [], wasTransferred: false };
  seen = null;
  setPending(null);
  readProgress();
}

/** Logs what changed since the previous load. */
function logChanges(messages: ShownMessage[]) {
  const before = seen;
  seen = new Map(messages.map((message) => [message.id, message]));
  if (!before) return;
  for (const message of messages) {
    const old = before.get(message.id);
    const summary = { words: summaryOf(message).replaceAll("*", "").slice(0, 28) };
    if (!old) log(t(message.fromMe ? "log_wrote" : "log_answer", summary));
    else if (message.fromMe && old.status !== message.status)
      log(t(message.status === "delivered" ? "log_arrived" : "log_read", summary));
    else if (message.receivedCount > old.receivedCount) log(t("log_again", summary), "bad");
  }
}
