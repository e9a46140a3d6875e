import { expect, test } from "vitest";
import { givenSchedule } from "../../../sync/client/testing/given.ts";
import { changeOf } from "./change-of.ts";

const before = givenSchedule();
const person = { contactId: "helena", contactName: "Helena" };
const words = { body: before.body, ...person, sendAt: before.sendAtLocal, isMarketing: false };

test("changeOf: returns only the changed fields", () => {
  expect(changeOf(before, words)).toEqual({});
  expect(changeOf(before, { ...words, body: " Chega segunda " })).toEqual({});
  expect(changeOf(before, { ...words, body: "Chega terça" })).toEqual({ body: "Chega terça" });
  expect(changeOf(before, { ...words, sendAt: "2026-07-03T09:00" })).toEqual({ sendAt: "2026-07-03T09:00" });
  expect(changeOf(before, { ...words, isMarketing: true })).toEqual({ isMarketing: true });
  const ivo = { contactId: "ivo", contactName: "Ivo" };
  expect(changeOf(before, { ...words, ...ivo })).toEqual(ivo);
});

test("changeOf: includes the fields of a refused change, even if they are back at their old value", () => {
  expect(changeOf(before, words, { body: "Recusado", scheduleId: "a" })).toEqual({ body: before.body });
});
