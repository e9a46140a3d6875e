import { expect, test } from "vitest";
import { givenCommand } from "../testing/given.ts";
import { draftView } from "./drafts.ts";

const ticketId = "t";
const pulled = { id: ticketId, rev: 7, text: "do celular", writerId: "other", updatedAt: "2026-05-01T10:00:00.000Z" };
const save = (text: string, change = {}) =>
  givenCommand("draft.save", { ticketId, text, baseRev: 7, writerId: "w" }, change);

test("the last draft saved here is shown until the pulled one has passed it", () => {
  expect(draftView(null, [])).toBeNull();
  expect(draftView(pulled, [])).toEqual({ text: "do celular", rev: 7, writerId: "other", updatedAt: pulled.updatedAt });
  expect(draftView(pulled, [save("Bom"), save("Bom dia")])).toMatchObject({ text: "Bom dia", rev: 7, writerId: "w" });
  expect(draftView(pulled, [save("velho", { state: "answered", rev: 6 })])).toMatchObject({ text: "do celular" });
  expect(draftView(pulled, [save("recusado", { state: "refused" })])).toMatchObject({ text: "do celular" });
});

test("an empty draft counts as none", () => {
  expect(draftView(pulled, [save("")])).toBeNull();
});

test("a draft saved before the ticket had one has the revision 0, and other commands are no drafts", () => {
  const first = save("Bom", { createdAt: "2026-05-02T10:00:00.000Z" });
  expect(draftView(null, [first])).toEqual({
    text: "Bom",
    rev: 0,
    writerId: "w",
    updatedAt: "2026-05-02T10:00:00.000Z",
  });
  expect(draftView(null, [givenCommand("message.send", { ticketId, body: "Bom dia" })])).toBeNull();
});

test("an answered draft is shown until the pulled one has its revision, also without a revision in the answer", () => {
  const text = (rev: number | null) => draftView(pulled, [save("daqui", { state: "answered", rev })])?.text;
  expect([text(8), text(7), text(null)]).toEqual(["daqui", "do celular", "daqui"]);
});

test("a draft deleted here and written again shows the last text", () => {
  expect(draftView(pulled, [save(""), save("de novo")])).toMatchObject({ text: "de novo" });
  expect(draftView(pulled, [save("outra"), save("")])).toBeNull();
});

const sending = (text: string, change = {}, draft = {}) =>
  givenCommand("message.send", { ticketId, body: text, draft: { text, baseRev: 7, writerId: "w", ...draft } }, change);

test("a message of this device hides the draft that it sends: its text, and what it had seen of it", () => {
  expect(draftView(pulled, [sending("do celular", {}, { baseRev: 1 })])).toBeNull();
  expect(draftView(pulled, [sending("do celular, mais")])).toBeNull();
  expect(draftView({ ...pulled, writerId: "w" }, [sending("mais", {}, { baseRev: 1 })])).toBeNull();
  // Another device has changed it meanwhile.
  expect(draftView(pulled, [sending("Bom dia", {}, { baseRev: 6 })])).toMatchObject({ text: "do celular" });
  expect(draftView(pulled, [save("Bom"), sending("Bom dia"), save("Até")])).toMatchObject({ text: "Até" });
});

test("a refused message shows its text itself, and hides only the same; an answered one until the pulled draft has its revision", () => {
  expect(draftView(pulled, [sending("do celular", { state: "refused" })])).toBeNull();
  expect(draftView(pulled, [sending("Bom dia", { state: "refused" })])).toMatchObject({ text: "do celular" });
  expect(draftView(pulled, [sending("do celular", { state: "answered", rev: 8 })])).toBeNull();
  expect(draftView(pulled, [sending("do celular", { state: "answered", rev: 7 })])).toMatchObject({
    text: "do celular",
  });
});

test("a schedule of this device hides the draft that it takes, but not a later one of another device", () => {
  const taking = (sentText: string, baseRev: number, change = {}) =>
    givenCommand("draft.save", { ticketId, text: "", sentText, baseRev, writerId: "w" }, change);
  expect(draftView(pulled, [taking("Bom dia", 7)])).toBeNull();
  expect(draftView(pulled, [taking("do celular", 1)])).toBeNull();
  expect(draftView(pulled, [taking("Bom dia", 6)])).toMatchObject({ text: "do celular" });
  expect(draftView(pulled, [save("Bom"), taking("Bom", 7), save("Até")])).toMatchObject({ text: "Até" });
});

test("a draft that was sent elsewhere is empty, with the revision for the next save", () => {
  const sent = { text: "do celular", baseRev: 7, writerId: "other", at: pulled.updatedAt };
  expect(draftView({ ...pulled, rev: 8, text: "", sent }, [])).toMatchObject({ text: "", rev: 8 });
});
