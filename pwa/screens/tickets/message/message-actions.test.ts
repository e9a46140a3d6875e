import { expect, test } from "vitest";
import type { MessageView } from "../../../../sync/client/index.ts";
import { messageActions } from "./message-actions.ts";

const text = {
  ...{ local: null, errorCode: null, isDeleted: false, fromMe: true, body: "Oi", editedAt: null, hidden: false },
  ...{ mediaType: "chat" as const, media: null },
};
const offered = (change: Partial<MessageView>, mayWrite = true) =>
  Object.entries(messageActions({ ...text, ...change }, mayWrite))
    .filter(([, may]) => may)
    .map(([name]) => name);

test("messageActions: offers everything on a sent message of ours, and all but deletion on a contact's", () => {
  expect(offered({})).toEqual(["react", "reply", "forward", "copy", "delete"]);
  expect(offered({ fromMe: false, editedAt: "2026-07-01T12:00:00Z" })).toEqual([
    ...["react", "reply", "forward", "copy", "seeVersions"],
  ]);
});

test("messageActions: offers only forward and copy to a user who may not write", () => {
  expect(offered({}, false)).toEqual(["forward", "copy"]);
});

test("messageActions: offers no reply to a queued, failed, deleted or hidden message", () => {
  expect(offered({ local: "queued" })).toEqual(["copy"]);
  expect(offered({ errorCode: "ERR_SENDING_WAPP_MSG" })).toEqual(["copy"]);
  expect(offered({ isDeleted: true })).toEqual([]);
  expect(offered({ isDeleted: true, editedAt: "2026-07-01T12:00:00Z" })).toEqual([]);
  expect(offered({ hidden: true, body: "" })).toEqual([]);
});

test("messageActions: offers forwarding a file only when it is ready", () => {
  const media = { fileId: "f", name: "a.pdf", mimetype: "application/pdf", size: 1, seconds: null, waveform: null };
  expect(offered({ mediaType: "document", body: "", media: { ...media, state: "pending" } })).not.toContain("forward");
  expect(offered({ mediaType: "document", body: "", media: { ...media, state: "ready" } })).toContain("forward");
});

test("messageActions: offers no deletion of messages sent over a page", () => {
  const own = { ...text, fromMe: true };
  expect(messageActions(own, true, "whatsapp").delete).toBe(true);
  expect(messageActions(own, true, "instagram").delete).toBe(false);
});
