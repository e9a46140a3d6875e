import { expect, test } from "vitest";
import type { AnnouncementDocument } from "../../../contracts/office/announcements.ts";
import { givenCommand } from "../testing/given.ts";
import { announcementViews } from "./announcements.ts";

const ana = { userId: "ana", userName: "Ana" };

const id = "0190f3a4-0000-7000-8000-000000000001";
const pulled = (change: Partial<AnnouncementDocument> = {}): AnnouncementDocument => ({
  ...{ id, rev: 7, title: "Pix", text: "Novo", priority: 3, picture: null, edition: 2, readAt: null },
  createdAt: "2026-05-01T10:00:00.000Z",
  ...change,
});
const createdAt = "2026-05-02T10:00:00.000Z";
const read = (payload: object = {}, change: object = {}) =>
  givenCommand("announcement.read", { announcementId: id, ...payload }, { createdAt, ...change });
const readAt = (...commands: Parameters<typeof announcementViews>[1]) =>
  announcementViews([pulled()], commands, ana)[0]?.readAt;

test("a reading on this device is shown at once, until it is refused", () => {
  expect(readAt()).toBeNull();
  expect(readAt(read())).toBe(createdAt);
  expect(readAt(read({ edition: 2 }, { state: "answered", rev: 8 }))).toBe(createdAt);
  expect(readAt(read({}, { state: "refused" }))).toBeNull();
  expect(readAt(read({ announcementId: "0190f3a4-0000-7000-8000-000000000002" }))).toBeNull();
});

test("a reading of an older edition leaves the present one unread", () => {
  expect(readAt(read({ edition: 1 }))).toBeNull();
  expect(readAt(read({ edition: 1 }), read({ edition: 2 }))).toBe(createdAt);
});

test("the server's time of reading counts, and the newest announcement is first", () => {
  const other = pulled({ id: "b", createdAt: "2026-05-03T10:00:00.000Z" });
  const views = announcementViews([pulled({ readAt: "2026-05-01T11:00:00.000Z" }), other], [read()], ana);
  expect(views.map((view) => [view.id, view.readAt])).toEqual([
    ["b", null],
    [id, "2026-05-01T11:00:00.000Z"],
  ]);
  expect(views[0]).not.toHaveProperty("rev");
});
