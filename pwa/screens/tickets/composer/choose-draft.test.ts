import { expect, test } from "vitest";
import { chooseDraft, isToShare } from "./choose-draft.ts";

const shared = (text: string, writerId = "phone") => ({ text, rev: 3, writerId, updatedAt: "2026-07-01T12:00:00Z" });
const writerId = "desktop";
const untouched = { touched: false, text: "", writerId };

test("chooseDraft: shows the draft stored on this device until the shared draft is read", () => {
  expect(chooseDraft({ ...untouched, kept: null, shared: undefined })).toEqual({ show: null, other: null });
  expect(chooseDraft({ ...untouched, kept: "Bom", shared: undefined })).toEqual({ show: "Bom", other: null });
});

test("chooseDraft: puts the shared draft into a field in which nobody has typed", () => {
  expect(chooseDraft({ ...untouched, kept: "Bom", shared: shared("Bom dia") }).show).toBe("Bom dia");
  expect(chooseDraft({ ...untouched, kept: "", shared: shared("Bom dia") }).show).toBe("Bom dia");
  expect(chooseDraft({ ...untouched, kept: "Bom", shared: null }).show).toBe("Bom");
});

test("chooseDraft: a newer text of this device stays in the field, and the other device's is offered", () => {
  const kept = { ...untouched, kept: "Amanhã às 9h", keptAt: "2026-07-01T12:05:00Z" };
  expect(chooseDraft({ ...kept, shared: shared("Bom dia") })).toEqual({ show: "Amanhã às 9h", other: "Bom dia" });
  expect(chooseDraft({ ...kept, shared: shared("Amanhã") })).toEqual({ show: "Amanhã às 9h", other: null });
  const older = { ...kept, keptAt: "2026-07-01T11:55:00Z" };
  expect(chooseDraft({ ...older, shared: shared("Bom dia") })).toEqual({ show: "Bom dia", other: null });
});

test("chooseDraft: never replaces text being written; a different draft of another device is offered", () => {
  const writing = { kept: "", touched: true, text: "Segue o valor", writerId };
  expect(chooseDraft({ ...writing, shared: shared("Bom dia") })).toEqual({ show: null, other: "Bom dia" });
  expect(chooseDraft({ ...writing, shared: shared("Segue o") })).toEqual({ show: null, other: null });
  expect(chooseDraft({ ...writing, shared: null })).toEqual({ show: null, other: null });
});

test("chooseDraft: never offers this device's own earlier text as another device's", () => {
  const picked = { kept: "/pz", touched: true, text: "Nossa chave é pix@olaria.example.", writerId };
  expect(chooseDraft({ ...picked, shared: shared("/pz", writerId) })).toEqual({ show: null, other: null });
  expect(chooseDraft({ ...picked, shared: shared("/pz") })).toEqual({ show: null, other: "/pz" });
});

test("chooseDraft: the text stored here is newer than what this device has shared, also when it was sent", () => {
  const own = shared("/pz", writerId);
  expect(chooseDraft({ ...untouched, kept: "Nossa chave é", shared: own }).show).toBe("Nossa chave é");
  expect(chooseDraft({ ...untouched, kept: "", shared: own }).show).toBe("");
});

test("isToShare: shares what differs, and no beginning of what another device has written since", () => {
  const theirs = { ...shared("Bom dia, Helena"), rev: 7 };
  expect(isToShare("Bom dia", null, 0, writerId)).toBe(true);
  expect(isToShare("Bom dia, Helena", theirs, 0, writerId)).toBe(false);
  expect(isToShare("Bom dia", theirs, 6, writerId)).toBe(false);
  // The user has read the longer text and made it shorter, or deleted it.
  expect(isToShare("Bom dia", theirs, 7, writerId)).toBe(true);
  expect(isToShare("", theirs, 6, writerId)).toBe(true);
  expect(isToShare("Bom dia", { ...theirs, writerId }, 6, writerId)).toBe(true);
});
