import { expect, test } from "vitest";
import { chooseDraft } from "./choose-draft.ts";

const shared = (text: string) => ({ text, rev: 3, updatedAt: "2026-07-01T12:00:00Z" });
const untouched = { touched: false, text: "" };

test("chooseDraft: shows the draft stored on this device until the shared draft is read", () => {
  expect(chooseDraft({ ...untouched, kept: null, shared: undefined })).toEqual({ show: null, other: null });
  expect(chooseDraft({ ...untouched, kept: "Bom", shared: undefined })).toEqual({ show: "Bom", other: null });
});

test("chooseDraft: puts the shared draft into a field in which nobody has typed", () => {
  expect(chooseDraft({ ...untouched, kept: "Bom", shared: shared("Bom dia") }).show).toBe("Bom dia");
  expect(chooseDraft({ ...untouched, kept: "", shared: shared("Bom dia") }).show).toBe("Bom dia");
  expect(chooseDraft({ ...untouched, kept: "Bom", shared: null }).show).toBe("Bom");
});

test("chooseDraft: never replaces text being written; a different draft of another device is offered", () => {
  const writing = { kept: "", touched: true, text: "Segue o valor" };
  expect(chooseDraft({ ...writing, shared: shared("Bom dia") })).toEqual({ show: null, other: "Bom dia" });
  expect(chooseDraft({ ...writing, shared: shared("Segue o") })).toEqual({ show: null, other: null });
  expect(chooseDraft({ ...writing, shared: null })).toEqual({ show: null, other: null });
});
