import { expect, test } from "vitest";
import { followDraft, withStored } from "./follow-draft.ts";
import type { DraftState } from "./sent-drafts.ts";

const stored = (text: string, change: Partial<DraftState> = {}): DraftState => ({
  ...{ text, updatedAt: null, answeredAt: null, isFixed: false, line: "L", isOpen: false, mark: null },
  ...change,
});
const field = { text: "Bom dia", stored: "Bom dia", line: "L", isSaved: true, isTouched: true, id: "here" };
const mark = (texts: string[], by = "there") => ({ id: "text t", event: "1", at: "", texts, field: by });
const before = stored("Bom dia");

test("follow draft: a text that was sent elsewhere leaves the field, also while it waits to be stored", () => {
  const now = stored("", { mark: mark(["Bom dia", "Bom"]) });
  expect(followDraft(field, before, now)).toBe("clear");
  expect(followDraft({ ...field, isSaved: false }, before, now)).toBe("clear");
  expect(followDraft({ ...field, text: "Bom" }, before, now)).toBe("clear");
});

test("follow draft: a letter typed here keeps the text, which is told of the answer; an empty field is told nothing", () => {
  const now = stored("", { mark: mark(["Bom dia"]) });
  expect(followDraft({ ...field, text: "Bom dia!", isSaved: false }, before, now)).toBe("answered");
  expect(followDraft({ ...field, text: "" }, before, now)).toBe("nothing");
});

test("follow draft: what this field sent, and what it has handled, changes nothing", () => {
  expect(followDraft(field, before, stored("", { mark: mark(["Bom dia"], "here") }))).toBe("nothing");
  expect(followDraft({ ...field, isTouched: false }, before, stored("", { mark: mark(["Bom"], "here") }))).toBe(
    "nothing",
  );
  // Another tab's text, which stays stored, is not put into the field that has just become empty.
  const empty = { ...field, text: "", stored: "", isTouched: false };
  expect(followDraft(empty, before, stored("Até", { mark: mark(["Bom dia"], "here") }))).toBe("nothing");
  const known = stored("", { mark: mark(["Bom dia"]) });
  expect(followDraft(field, known, known)).toBe("nothing");
});

test("follow draft: goes on with a text only if its writer had read this field's text, and no letter waits here", () => {
  const now = stored("Bom dia, Helena");
  expect(followDraft(field, before, now)).toBe("follow");
  expect(followDraft({ ...field, isSaved: false }, before, now)).toBe("nothing");
  expect(followDraft({ ...field, text: "Bom dia!" }, before, now)).toBe("nothing");
  expect(followDraft({ ...field, line: "another" }, before, now)).toBe("nothing");
  expect(followDraft({ ...field, line: null }, before, now)).toBe("nothing");
  expect(followDraft(field, before, stored("Bom dia, Helena", { isFixed: true }))).toBe("nothing");
  expect(followDraft(field, before, stored(""))).toBe("nothing");
});

test("follow draft: a field in which nobody has typed shows what another tab writes", () => {
  const shared = { ...field, text: "do celular", stored: "", line: null, isTouched: false };
  expect(followDraft(shared, stored(""), stored("do celular, mais"))).toBe("follow");
  const empty = { ...field, text: "", stored: "", line: null };
  expect(followDraft({ ...empty, isTouched: false }, stored(""), stored("Bom"))).toBe("follow");
  expect(followDraft(empty, stored(""), stored("Bom"))).toBe("nothing");
});

test("follow draft: a field in which nobody has typed drops the text that it has sent itself", () => {
  const now = stored("", { mark: mark(["Bom dia"], "here") });
  expect(followDraft({ ...field, isTouched: false }, before, now)).toBe("clear");
});

test("follow draft: a text that was typed before the stored one was read follows it once", () => {
  expect(withStored("Bom dia", "o boleto")).toBe("Bom dia\no boleto");
  expect(withStored("Bom dia\no boleto", "o boleto")).toBe("Bom dia\no boleto");
  expect(withStored("Bom dia", "Bom dia")).toBe("Bom dia");
  expect(withStored("Bom dia", "")).toBe("Bom dia");
  expect(withStored("", "o boleto")).toBe("o boleto");
});
