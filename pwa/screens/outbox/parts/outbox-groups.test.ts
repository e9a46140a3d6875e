import { expect, test } from "vitest";
import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { lostTexts, outboxGroups } from "./outbox-groups.ts";

const entry = (id: string, ticketId: string | null, over: object = {}) =>
  ({
    ...{ id, ticketId, chatId: null, createdAt: "", state: "waiting", tries: 0, error: null, mayHaveArrived: false },
    ...{ type: "ticket.accept", payload: { ticketId } },
    ...over,
  }) as OutboxEntry;
const message = (id: string, ticketId: string, body: string, over: object = {}) =>
  entry(id, ticketId, { type: "message.send", payload: { ticketId, body }, ...over });

test("outboxGroups: groups an acceptance with its replies, and stopped entries separately", () => {
  const entries = [
    entry("1", "pousada"),
    message("2", "helena", "vídeo", { state: "refused" }),
    message("3", "pousada", "*Ana:*\nConseguimos sim"),
    entry("4", null, { type: "tag.create", payload: { name: "VIP" } }),
  ];
  const ids = (groups: { key: string; entries: OutboxEntry[] }[]) =>
    groups.map(({ key, entries: of }) => [key, of.map(({ id }) => id)]);
  const { stopped, waiting } = outboxGroups(entries);
  expect(ids(stopped)).toEqual([["helena", ["2"]]]);
  expect(ids(waiting)).toEqual([
    ["pousada", ["1", "3"]],
    ["none", ["4"]],
  ]);
});

test("outboxGroups: groups the entries of an internal chat, its creation too", () => {
  const entries = [
    entry("c", null, { type: "chat.create", chatId: "c", payload: { userIds: ["u"] } }),
    message("1", "t", "Oi"),
    entry("2", null, { type: "chatMessage.send", chatId: "c", payload: { chatId: "c", body: "Bom dia" } }),
  ];
  const [chat, ticket] = outboxGroups(entries).waiting;
  expect(chat).toMatchObject({ key: "c", ticketId: null, chatId: "c", entries: [{ id: "c" }, { id: "2" }] });
  expect(ticket).toMatchObject({ key: "t", ticketId: "t" });
  expect(lostTexts(entries)).toEqual(["Oi", "Bom dia"]);
});

test("lostTexts: returns replies and notes without signature", () => {
  const entries = [
    entry("1", "t"),
    message("2", "t", "*Ana:*\nConseguimos sim"),
    message("3", "t", ""),
    entry("4", "t", { type: "note.add", payload: { ticketId: "t", note: "Confirmar" } }),
  ];
  expect(lostTexts(entries)).toEqual(["Conseguimos sim", "Confirmar"]);
});
