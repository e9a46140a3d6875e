import fc from "fast-check";
import { expect, test } from "vitest";
import { givenChatMessage, givenMessage } from "../testing/given.ts";
import { packRows, packThread, unpackRows, unpackThread } from "./packed-rows.ts";

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Few keys and values, so that neighbouring rows often have the same ones. */
const value = fc.letrec((self) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, "", "a", undefined),
    fc.array(self("any"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "0"), self("any"), { maxKeys: 3 }),
  ),
})).any;
const rows = fc.array(fc.dictionary(fc.constantFrom("id", "body", "life", "media"), value, { maxKeys: 4 }), {
  maxLength: 6,
});

test("packed rows: any rows are the same after packing, as after JSON", () => {
  fc.assert(
    fc.property(rows, (given) => {
      expect(unpackRows(packRows(given))).toEqual(throughJson(given));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["a value becomes an object", { media: null }, { media: { fileId: "1", name: null } }],
  ["an object becomes a value", { media: { fileId: "1" } }, { media: null }],
  ["an object with other keys", { media: { fileId: "1", name: "a" } }, { media: { fileId: "1" } }],
  ["a value within an object", { life: { server: "1", read: null } }, { life: { server: "1", read: "2" } }],
  ["an array becomes another one", { reactions: [] }, { reactions: [{ emoji: "👍" }] }],
  ["an array of one array", { reactions: [[1]] }, { reactions: [[2]] }],
  ["an array becomes an object", { quoted: [1] }, { quoted: { 0: 1 } }],
  ["a key goes", { body: "a", hidden: true }, { body: "a" }],
  ["a key has no value", { body: "a", hidden: true }, { body: "a", hidden: undefined }],
  ["nothing changes", { body: "a", reactions: [] }, { body: "a", reactions: [] }],
])("packed rows: %s from one row to the next", (_name, first, second) => {
  expect(unpackRows(packRows([first, second, first]))).toEqual(throughJson([first, second, first]));
});

test("packed rows: a conversation takes less than half of its JSON", () => {
  const messages = Array.from({ length: 30 }, (_, at) => givenMessage({ ticketId: "1", fromMe: at % 2 === 0 }));
  expect(packRows(messages).length).toBeLessThan(JSON.stringify(messages).length / 2);
  expect(unpackRows(packRows(messages))).toEqual(messages);
});

test("packed rows: a thread of a ticket or a chat keeps its other fields, and a deleted one stays as it is", () => {
  for (const messages of [[givenMessage({ body: "Olá 👋" })], [givenChatMessage()], []]) {
    const thread = { id: "1", rev: 7, hasOlder: true, messages };
    expect(packThread(thread)).toMatchObject({ id: "1", rev: 7, hasOlder: true, messages: expect.any(String) });
    expect(unpackThread(packThread(thread))).toEqual(thread);
  }
  const deleted: { id: string; _deleted: boolean; messages?: unknown } = { id: "1", _deleted: true };
  expect(packThread(deleted)).toEqual(deleted);
  expect(unpackThread(deleted)).toEqual(deleted);
});
