import { expect, test } from "vitest";
import { EDIT_WITHIN_MS } from "../../../../contracts/desk/bodies/message-edit.ts";
import { givenMessage } from "../../../../sync/client/testing/given.ts";
import { type Editable, mayEdit } from "./may-edit.ts";

const at = Date.parse("2026-07-01T12:00:00.000Z");
const life = { server: null, accepted: new Date(at).toISOString(), delivered: null, read: null, played: null };
const own = {
  ...givenMessage({ ticketId: "t", fromMe: true, userId: "ana", ack: 2, life }),
  local: null,
  commandId: null,
};
const may = (change: Partial<Editable> = {}, editor = { id: "ana", profile: "user" as const }, afterMs = 60_000) =>
  mayEdit({ ...own, ...change }, editor, "whatsapp", at + afterMs);

test("mayEdit: allows the writer and supervisors within the channel's limits; messages without a user may not be edited", () => {
  expect(may()).toBe(true);
  expect(may({}, { id: "bia", profile: "user" })).toBe(false);
  expect(mayEdit({ ...own }, { id: "bia", profile: "supervisor" }, "whatsapp", at)).toBe(true);
  expect(may({}, undefined, EDIT_WITHIN_MS + 1)).toBe(false);
  expect(may({ userId: null })).toBe(false);
  expect(mayEdit({ ...own }, { id: "ana", profile: "user" }, "instagram", at)).toBe(false);
});

test("mayEdit: always allows queued messages, not refused ones or forwards, and applies the age limit without an acceptance time", () => {
  const waiting = { ack: 0, life: { ...life, accepted: null } };
  expect(may({ ...waiting, local: "queued", commandId: own.id }, undefined, 2 * EDIT_WITHIN_MS)).toBe(true);
  expect(may({ ...waiting, local: "queued", commandId: "a forward" })).toBe(false);
  expect(may({ ...waiting, local: "refused", commandId: own.id })).toBe(false);
  const old = { life: { ...life, accepted: null }, createdAt: new Date(at - 2 * EDIT_WITHIN_MS).toISOString() };
  expect(may(old)).toBe(false);
});
