import fc from "fast-check";
import { expect, test } from "vitest";
import { type CommandType, commandTypes } from "../../../contracts/commands/index.ts";
import { type CollectionName, collections } from "../../../contracts/sync.ts";
import { givenCommand } from "../testing/given.ts";
import { isSettled } from "./settle.ts";

const answered = (type: CommandType, rev: number | null) =>
  givenCommand(type as "ticket.close", { ticketId: "t" }, { state: "answered", rev });
const at = (positions: Partial<Record<CollectionName, number>>) =>
  new Map(Object.entries(positions) as [CollectionName, number][]);
const everywhere = (rev: number) => new Map(collections.map((name) => [name, rev]));

test.each<[CommandType, CollectionName[]]>([
  ["ticket.close", ["tickets"]],
  ["ticket.tag", ["tickets"]],
  ["ticket.lane", ["tickets"]],
  ["note.add", ["tickets"]],
  ["message.send", ["tickets", "threads"]],
  ["message.edit", ["tickets", "threads"]],
  ["message.react", ["tickets", "threads"]],
  ["message.forward", ["tickets", "threads"]],
  ["message.delete", ["threads"]],
  ["message.retry", ["threads"]],
  ["tag.create", ["refs"]],
  ["contact.update", ["contacts"]],
  ["quickMessage.update", ["quickMessages"]],
  ["schedule.change", ["schedules"]],
  ["draft.save", ["drafts"]],
  ["chat.create", ["chats", "chatThreads"]],
  ["chat.update", ["chats"]],
  ["chat.read", ["chats"]],
  ["chatMessage.send", ["chats", "chatThreads"]],
])("an answered %s is settled when %j are pulled up to its revision", (type, needed) => {
  const record = answered(type, 5);
  expect(isSettled(record, at(Object.fromEntries(needed.map((name) => [name, 5]))))).toBe(true);
  for (const name of needed) {
    const behind = everywhere(9).set(name, 4);
    expect([name, isSettled(record, behind)]).toEqual([name, false]);
    behind.delete(name);
    expect([name, "boots", isSettled(record, behind)]).toEqual([name, "boots", false]);
  }
});

test("an answer without a revision is settled when its collections are not in a boot", () => {
  expect(isSettled(answered("ticket.read", null), at({ tickets: 0 }))).toBe(true);
  expect(isSettled(answered("ticket.read", null), at({ threads: 9 }))).toBe(false);
});

test("a command that was not answered is never settled, and an answered one always is in the end", () => {
  const state = fc.constantFrom("waiting" as const, "sending" as const, "refused" as const, "held" as const);
  fc.assert(
    fc.property(fc.constantFrom(...commandTypes), state, fc.nat(9), (type, unanswered, rev) => {
      const record = answered(type, rev);
      expect(isSettled({ ...record, state: unanswered }, everywhere(rev))).toBe(false);
      expect(isSettled(record, everywhere(rev))).toBe(true);
      expect(isSettled(record, everywhere(rev - 1))).toBe(false);
    }),
    { seed: 30 },
  );
});

test("a message that sends a shared draft is settled only when the drafts are pulled, too", () => {
  const draft = { text: "Bom dia", baseRev: 1, writerId: "w" };
  const record = givenCommand("message.send", { ticketId: "t", draft }, { state: "answered", rev: 5 });
  expect(isSettled(record, at({ tickets: 5, threads: 5, drafts: 5 }))).toBe(true);
  expect(isSettled(record, at({ tickets: 5, threads: 5, drafts: 4 }))).toBe(false);
});
