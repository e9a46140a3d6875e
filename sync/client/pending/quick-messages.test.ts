import fc from "fast-check";
import { expect, test } from "vitest";
import type { QuickMessageDocument } from "../../../contracts/desk/quick-messages.ts";
import { givenCommand } from "../testing/given.ts";
import { quickMessageViews } from "./quick-messages.ts";

const ana = { userId: "ana", userName: "Ana" };

const pulled: QuickMessageDocument = {
  id: "a",
  rev: 4,
  shortcode: "horario",
  message: "Das 8h às 18h",
  isGeneral: true,
  userId: null,
  fileId: null,
  fileName: null,
};
const edit = { quickMessageId: "a", change: { message: "Das 9h às 18h" }, baseRev: 4 };

test("quick messages created, changed and deleted here show immediately, as waiting", () => {
  const made = givenCommand("quickMessage.create", { shortcode: " bomdia ", message: "Bom dia!" });
  const changed = givenCommand("quickMessage.update", edit);
  const views = quickMessageViews([pulled], [made, changed], ana);
  expect(views).toEqual([
    {
      id: made.id,
      rev: 0,
      shortcode: "bomdia",
      message: "Bom dia!",
      isGeneral: false,
      userId: "ana",
      fileId: null,
      fileName: null,
      isWaiting: true,
    },
    { ...pulled, message: "Das 9h às 18h", isWaiting: true },
  ]);
  const removed = givenCommand("quickMessage.delete", { quickMessageId: made.id });
  expect(quickMessageViews([pulled], [made, changed, removed], ana).map(({ id }) => id)).toEqual(["a"]);
});

test("a picture is added and removed with the change that names it", () => {
  const file = { id: "f", name: "mapa.png", mimetype: "image/png", size: 3 };
  const withFile = givenCommand("quickMessage.update", { ...edit, change: {}, fileId: "f" }, { file });
  expect(quickMessageViews([pulled], [withFile], ana)).toMatchObject([{ fileId: "f", fileName: "mapa.png" }]);
  const off = givenCommand("quickMessage.update", { ...edit, change: {}, fileId: null });
  expect(quickMessageViews([pulled], [withFile, off], ana)).toMatchObject([{ fileId: null, fileName: null }]);
});

test("a refused change is not shown, an answered one until the pulled message has it", () => {
  const refused = givenCommand("quickMessage.update", edit, { state: "refused" });
  expect(quickMessageViews([pulled], [refused], ana)).toEqual([{ ...pulled, isWaiting: false }]);
  const answered = givenCommand("quickMessage.update", edit, { state: "answered", rev: 5 });
  expect(quickMessageViews([pulled], [answered], ana)).toMatchObject([{ message: "Das 9h às 18h", isWaiting: false }]);
  const newer = { ...pulled, rev: 6, message: "De um colega" };
  expect(quickMessageViews([newer], [answered], ana)).toMatchObject([{ message: "De um colega" }]);
});

test("a quick message that the server already shows is not created again", () => {
  const made = givenCommand("quickMessage.create", { shortcode: "oi", message: "Olá!" }, { id: pulled.id });
  expect(quickMessageViews([pulled], [made], ana)).toEqual([{ ...pulled, isWaiting: false }]);
});

test("a change or deletion of an unknown quick message has no effect", () => {
  const commands = [
    givenCommand("quickMessage.update", { ...edit, quickMessageId: "gone" }),
    givenCommand("quickMessage.delete", { quickMessageId: "gone" }),
  ];
  expect(quickMessageViews([pulled], commands, ana)).toEqual([{ ...pulled, isWaiting: false }]);
});

test("a deletion that was refused restores the quick message", () => {
  const removed = givenCommand("quickMessage.delete", { quickMessageId: "a" }, { state: "refused" });
  expect(quickMessageViews([pulled], [removed], ana).map(({ id }) => id)).toEqual(["a"]);
});

test("after any changes each quick message has its last accepted text, waits if one of them does, and is in order", () => {
  const ids = ["a", "b", "c"];
  const state = fc.constantFrom("waiting" as const, "sending" as const, "refused" as const, "answered" as const);
  const step = fc.record({ id: fc.constantFrom(...ids), state, word: fc.stringMatching(/^[a-z]{1,3}$/) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const documents = ids.map((id) => ({ ...pulled, id, shortcode: id }));
      const expected = new Map(documents.map(({ id, shortcode }) => [id, { id, shortcode, isWaiting: false }]));
      const commands = steps.map(({ id, state, word }) => {
        const isWaiting = state !== "answered" || (expected.get(id)?.isWaiting ?? false);
        if (state !== "refused") expected.set(id, { id, shortcode: word, isWaiting });
        const payload = { quickMessageId: id, change: { shortcode: word }, baseRev: pulled.rev };
        return givenCommand("quickMessage.update", payload, { state, rev: state === "answered" ? 99 : null });
      });
      const views = quickMessageViews(documents, commands, ana);
      expect(new Map(views.map(({ id, shortcode, isWaiting }) => [id, { id, shortcode, isWaiting }]))).toEqual(
        expected,
      );
      expect(views.map(({ shortcode }) => shortcode)).toEqual(views.map(({ shortcode }) => shortcode).sort());
    }),
    { seed: 25 },
  );
});
