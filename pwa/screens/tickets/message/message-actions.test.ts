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

test("an own message that arrived offers everything, a customer's all but taking it back", () => {
  expect(offered({})).toEqual(["react", "reply", "forward", "copy", "delete"]);
  expect(offered({ fromMe: false, editedAt: "2026-07-01T12:00:00Z" })).toEqual([
    ...["react", "reply", "forward", "copy", "seeVersions"],
  ]);
});

test("who only reads forwards and copies, and no more", () => {
  expect(offered({}, false)).toEqual(["forward", "copy"]);
});

test("what has not left, did not leave, or is gone, is not answered", () => {
  expect(offered({ local: "queued" })).toEqual(["copy"]);
  expect(offered({ errorCode: "ERR_SENDING_WAPP_MSG" })).toEqual(["copy"]);
  expect(offered({ isDeleted: true })).toEqual([]);
  expect(offered({ isDeleted: true, editedAt: "2026-07-01T12:00:00Z" })).toEqual([]);
  expect(offered({ hidden: true, body: "" })).toEqual([]);
});

test("a file is forwarded once it is here", () => {
  const media = { fileId: "f", name: "a.pdf", mimetype: "application/pdf", size: 1, seconds: null, waveform: null };
  expect(offered({ mediaType: "document", body: "", media: { ...media, state: "pending" } })).not.toContain("forward");
  expect(offered({ mediaType: "document", body: "", media: { ...media, state: "ready" } })).toContain("forward");
});

test("what was sent over a page is not taken back", () => {
  const own = { ...text, fromMe: true };
  expect(messageActions(own, true, "whatsapp").delete).toBe(true);
  expect(messageActions(own, true, "instagram").delete).toBe(false);
});
