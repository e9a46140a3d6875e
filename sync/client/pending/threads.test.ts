import { expect, test } from "vitest";
import { givenCommand, givenMessage } from "../testing/given.ts";
import { threadMessages } from "./threads.ts";

const ticketId = "t";

test("what was written here follows the pulled messages, in the order written", () => {
  const pulled = [givenMessage({ ticketId }), givenMessage({ ticketId })];
  const [first, second] = pulled;
  const quote = givenCommand("message.send", { ticketId, body: "um", quotedId: first?.id }, { state: "sending" });
  const refused = givenCommand("message.send", { ticketId, body: "dois" }, { state: "refused" });
  const shown = threadMessages(pulled.toReversed(), [quote, refused], "me");
  expect(shown.map(({ id, local }) => [id, local])).toEqual([
    [first?.id, null],
    [second?.id, null],
    [quote.id, "sending"],
    [refused.id, "refused"],
  ]);
  expect(shown[2]?.quoted).toMatchObject({ id: first?.id, body: first?.body });
});

test("once the server shows a message, only the server's is shown", () => {
  const reply = givenCommand("message.send", { ticketId, body: "oi" }, { state: "answered", rev: 9 });
  expect(threadMessages([], [reply], "me")).toMatchObject([{ id: reply.id, local: null }]);
  const pulled = givenMessage({ id: reply.id, ticketId, fromMe: true, ack: 2 });
  expect(threadMessages([pulled], [reply], "me")).toMatchObject([{ id: reply.id, ack: 2, commandId: null }]);
});

test("a failed message that is sent again waits, and a discarded one is gone", () => {
  const failed = givenMessage({ ticketId, fromMe: true, errorCode: "ERR_SENDING_WAPP_MSG" });
  const retry = givenCommand("message.retry", { messageId: failed.id, ticketId });
  expect(threadMessages([failed], [retry], "me")).toMatchObject([{ errorCode: null, local: "queued" }]);
  const discard = givenCommand("message.discard", { messageId: failed.id, ticketId });
  expect(threadMessages([failed], [discard], "me")).toEqual([]);
});

test("a message taken back is struck through at once, and comes back if that is refused", () => {
  const sent = givenMessage({ ticketId, fromMe: true, ack: 2 });
  const take = givenCommand("message.delete", { messageId: sent.id, ticketId });
  expect(threadMessages([sent], [take], "me")).toMatchObject([{ isDeleted: true, body: sent.body }]);
  const refused = givenCommand("message.delete", { messageId: sent.id, ticketId }, { state: "refused" });
  expect(threadMessages([sent], [refused], "me")).toMatchObject([{ isDeleted: false }]);
});

test("a file that is not sent yet is shown from this device", () => {
  const file = { id: "f", name: "peça.png", mimetype: "image/png", size: 3 };
  const send = givenCommand("message.send", { ticketId, fileId: "f" }, { file, uploaded: false });
  expect(threadMessages([], [send], "me")).toMatchObject([
    { mediaType: "image", localFileId: "f", media: { fileId: "f", name: "peça.png", state: "ready" } },
  ]);
});

test("our reaction to a message shows at once beside the customer's, is replaced and taken back", () => {
  const theirs = { emoji: "😂", fromMe: false };
  const pulled = givenMessage({ ticketId, reactions: [theirs, { emoji: "🎉", fromMe: true }] });
  const react = (emoji: string, change = {}) =>
    givenCommand("message.react", { ticketId, messageId: pulled.id, emoji }, change);
  const shown = (...commands: Parameters<typeof threadMessages>[1]) =>
    threadMessages([pulled], commands, "me")[0]?.reactions;
  expect(shown(react("👍"))).toEqual([theirs, { emoji: "👍", fromMe: true }]);
  expect(shown(react("👍"), react(""))).toEqual([theirs]);
  expect(shown(react("👍", { state: "refused" }))).toEqual(pulled.reactions);
});
