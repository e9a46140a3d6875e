import { expect, test } from "vitest";
import type { OutboxEntry, ScheduleView } from "../../../sync/client/index.ts";
import { givenSchedule } from "../../../sync/client/testing/given.ts";
import { isRefusedSchedule, refusedStart } from "./refused-schedule.ts";

const planned = givenSchedule({ fileId: "kept", fileName: "mapa.png" });
const entry = (type: string, payload: object, over: object = {}) =>
  ({ id: "c", type, payload, state: "refused", error: { code: "ERR_SCHEDULE_TOO_LATE" }, ...over }) as OutboxEntry;
function startOf(one: OutboxEntry, about: ScheduleView | null) {
  if (!isRefusedSchedule(one)) throw new Error("not a refused schedule");
  return refusedStart(one, about);
}

test("refusedStart: a refused creation starts with its own values", () => {
  const words = {
    body: "Bom dia!",
    contactId: "ivo",
    contactName: "Ivo",
    sendAt: "2026-06-01T08:00",
    isMarketing: true,
  };
  const refused = entry("schedule.create", words, { fileId: "f" });
  const picture = { kind: "kept", id: "f", name: "" };
  expect(startOf(refused, null)).toEqual({ ...words, contactNumber: "", picture });
});

test("refusedStart: a refused change starts with its values over the schedule's, including the picture only if it changed", () => {
  const start = startOf(entry("schedule.change", { scheduleId: "a", body: "Chega terça" }), planned);
  expect(start).toMatchObject({ body: "Chega terça", contactName: "Helena", sendAt: "2026-07-02T15:30" });
  expect(start?.picture).toEqual({ kind: "kept", id: "kept", name: "mapa.png" });
  const without = startOf(entry("schedule.change", { scheduleId: "a", fileId: null }), planned);
  expect(without?.picture).toEqual({ kind: "none" });
});

test("isRefusedSchedule: false for a waiting command and for a deletion", () => {
  expect(isRefusedSchedule(entry("schedule.create", {}, { state: "waiting" }))).toBe(false);
  expect(isRefusedSchedule(entry("schedule.delete", { scheduleId: "a" }))).toBe(false);
});
