import { expect, test } from "vitest";
import type { ScheduleDocument } from "../../../contracts/desk/schedules.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { givenCommand } from "../testing/given.ts";
import { scheduleViews } from "./schedules.ts";

const pulled: ScheduleDocument = {
  id: "a",
  rev: 4,
  body: "A peça chega segunda",
  contactId: "helena",
  contactName: "Helena Sampaio",
  contactNumber: "5531988887777",
  userId: "ana",
  sendAt: "2026-07-02T18:30:00.000Z",
  sentAt: null,
  status: "pending",
  reason: null,
  fileId: null,
  fileName: null,
  isMarketing: false,
};
const ana = { userId: "ana", userName: "Ana", managesOthers: false, timeZone: "America/Sao_Paulo" };
const views = (commands: OutboxRecord[], documents = [pulled], reader = ana) =>
  scheduleViews(documents, commands, reader);
const change = (payload: object, over: object = {}) =>
  givenCommand("schedule.change", { scheduleId: "a", baseRev: 4, ...payload }, over);

test("schedules created, moved and deleted here show immediately, as waiting, in order of time", () => {
  const made = givenCommand("schedule.create", {
    body: " Bom dia! ",
    contactId: "ivo",
    contactName: "Ivo",
    sendAt: "2026-07-02T16:00",
  });
  const moved = change({ sendAt: "2026-07-02T17:00" });
  expect(views([made])).toMatchObject([
    { id: "a", sendAtLocal: "2026-07-02T15:30", isWaiting: false, canChange: true },
    { id: made.id, sendAtLocal: "2026-07-02T16:00", body: "Bom dia!", contactName: "Ivo", isWaiting: true },
  ]);
  expect(views([made, moved])).toMatchObject([
    { id: made.id, userId: "ana", status: "pending" },
    { id: "a", sendAtLocal: "2026-07-02T17:00", body: pulled.body, isWaiting: true },
  ]);
  const removed = givenCommand("schedule.delete", { scheduleId: made.id });
  expect(views([made, moved, removed]).map(({ id }) => id)).toEqual(["a"]);
});

test("a failed schedule is planned again by a new time, not by a new text", () => {
  const failed: ScheduleDocument = { ...pulled, status: "failed", reason: "ERR_SCHEDULE_TOO_LATE" };
  expect(views([change({ body: "Outra vez" })], [failed])).toMatchObject([{ status: "failed", body: "Outra vez" }]);
  expect(views([change({ sendAt: "2026-07-02T15:30" })], [failed])).toMatchObject([{ status: "failed" }]);
  expect(views([change({ sendAt: "2026-07-03T09:00" })], [failed])).toMatchObject([
    { status: "pending", reason: null, sendAtLocal: "2026-07-03T09:00" },
  ]);
});

test("a schedule that the channel refused is unsent when it is changed", () => {
  const refused: ScheduleDocument = { ...pulled, status: "failed", reason: "ERR_NO_WHATSAPP", sentAt: pulled.sendAt };
  expect(views([change({ body: "Outra vez" })], [refused])).toMatchObject([{ status: "failed", sentAt: null }]);
  expect(views([change({ sendAt: "2026-07-03T09:00" })], [refused])).toMatchObject([
    { status: "pending", sentAt: null },
  ]);
});

test("contact and picture change with the command that names them", () => {
  const file = { id: "f", name: "mapa.png", mimetype: "image/png", size: 3 };
  const other = change({ contactId: "ivo", contactName: "Ivo", fileId: "f" }, { file });
  expect(views([other])).toMatchObject([
    { contactId: "ivo", contactName: "Ivo", contactNumber: "", fileName: "mapa.png" },
  ]);
  expect(views([other, change({ fileId: null })])).toMatchObject([
    { contactName: "Ivo", fileId: null, fileName: null },
  ]);
});

test("a refused change is not shown, an answered one until the pulled schedule has it", () => {
  const words = { body: "Chega terça" };
  expect(views([change(words, { state: "refused" })])).toMatchObject([{ body: pulled.body, isWaiting: false }]);
  const answered = change(words, { state: "answered", rev: 5 });
  expect(views([answered])).toMatchObject([{ body: "Chega terça", isWaiting: false }]);
  expect(views([answered], [{ ...pulled, rev: 6, body: "De um colega" }])).toMatchObject([{ body: "De um colega" }]);
});

test("another user's schedule can be changed by an admin only", () => {
  const canChange = (reader: typeof ana) => views([], [pulled], reader).map((view) => view.canChange);
  expect([canChange(ana), canChange({ ...ana, userId: "bia" })]).toEqual([[true], [false]]);
  expect(canChange({ ...ana, userId: "marina", managesOthers: true })).toEqual([true]);
});

test("a schedule made by an admin for a colleague belongs to the colleague", () => {
  const plan = { body: "Bom dia!", contactId: "ivo", sendAt: "2026-07-02T16:00" };
  const made = givenCommand("schedule.create", { ...plan, userId: "bia" });
  const reader = { ...ana, managesOthers: true };
  expect(views([made], [], reader)).toMatchObject([{ userId: "bia", canChange: true, contactName: "" }]);
  expect(views([made], [], ana)).toMatchObject([{ userId: "bia", canChange: false }]);
});

test("a local minute is read in the company's time zone, an instant as it is", () => {
  const plan = { body: "Bom dia!", contactId: "ivo" };
  const sendAts = ["2026-07-02T16:00", "2026-07-02T16:00:00-05:00"].map((sendAt) => {
    const made = givenCommand("schedule.create", { ...plan, sendAt });
    return views([made], [], { ...ana, timeZone: "Asia/Kolkata" })[0];
  });
  expect(sendAts).toMatchObject([
    { sendAt: "2026-07-02T10:30:00.000Z", sendAtLocal: "2026-07-02T16:00" },
    { sendAt: "2026-07-02T21:00:00.000Z", sendAtLocal: "2026-07-03T02:30" },
  ]);
});

test("schedules of the same minute are ordered by id, and a later one follows whatever its id", () => {
  const documents = ["c", "a", "b"].map((id) => ({ ...pulled, id }));
  const late = { ...pulled, id: "0", sendAt: "2026-07-02T18:31:00.000Z" };
  expect(views([], [late, ...documents]).map(({ id }) => id)).toEqual(["a", "b", "c", "0"]);
});

test("a change that names the same contact keeps its name and number, and commands for unknown schedules do nothing", () => {
  const same = change({ contactId: pulled.contactId, contactName: "outro nome" });
  expect(views([same])).toMatchObject([{ contactName: "Helena Sampaio", contactNumber: pulled.contactNumber }]);
  const unknown = [
    givenCommand("schedule.change", { scheduleId: "gone", body: "Outra vez" }),
    givenCommand("schedule.delete", { scheduleId: "gone" }),
  ];
  expect(views(unknown)).toMatchObject([{ id: "a", body: pulled.body, isWaiting: false }]);
});
