import { expect, test } from "vitest";
import { commandPayloads } from "../../../../contracts/commands/index.ts";
import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { commandText } from "./shown-command.tsx";

const entry = (type: string, payload: object = {}, over: object = {}) =>
  ({
    id: "c",
    ticketId: "t",
    createdAt: "",
    state: "waiting",
    tries: 0,
    error: null,
    type,
    payload,
    ...over,
  }) as OutboxEntry;

test("commandText: describes every command", () => {
  for (const type of Object.keys(commandPayloads))
    expect(commandText(entry(type, { name: "Ivo", note: "Ligar", emoji: "👍", body: "Oi" })), type).not.toBe("");
});

test("commandText: describes a message by its text, without signature and shortened", () => {
  expect(commandText(entry("message.send", { body: "*Ana Lima:*\nPode deixar" }))).toBe("Mensagem: Pode deixar");
  expect(commandText(entry("message.send", { body: "a".repeat(200) }))).toHaveLength("Mensagem: ".length + 81);
  expect(commandText(entry("message.send", { body: "" }, { fileId: "f" }))).toBe("Arquivo: Documento");
  expect(commandText(entry("message.edit", { body: "*Ana Lima:*\nPode" }))).toBe("Editar: Pode");
  const cards = [{ name: "Ivo", number: "5531955500190" }];
  expect(commandText(entry("message.send", { cards }))).toBe("Contato: Ivo");
});

test("commandText: a command of a newer version, stored by another tab, is a step that this one does not know", () => {
  expect(commandText(entry("ticket.snooze"))).toBe("Um passo que esta versão não conhece");
});
