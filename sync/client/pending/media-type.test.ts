import { expect, test } from "vitest";
import type { OutboxRecord } from "../outbox/entry.ts";
import { givenCommand } from "../testing/given.ts";
import { mediaTypeOf, writtenContent } from "./media-type.ts";

type Reply = Extract<OutboxRecord, { type: "message.send" }>;
const reply = (payload: Partial<Reply["payload"]>, mimetype?: string) => {
  const file = mimetype === undefined ? null : { id: "f", name: "arquivo", mimetype, size: 3 };
  return givenCommand("message.send", { ticketId: "t", ...payload }, { file }) as Reply;
};

test.each([
  ["image/png", "image"],
  ["audio/ogg; codecs=opus", "audio"],
  ["video/mp4", "video"],
  ["application/pdf", "document"],
  ["text/plain", "document"],
  ["imagem", "document"],
  ["", "document"],
])("mediaTypeOf: %j is shown as %s", (mimetype, mediaType) => {
  expect(mediaTypeOf({ mimetype })).toBe(mediaType);
});

test("mediaTypeOf: a message without a file is text", () => {
  expect(mediaTypeOf(null)).toBe("chat");
});

test("writtenContent: a file of this device has its own kind, another file is a picture", () => {
  expect(writtenContent(reply({ body: "oi" }))).toEqual({ mediaType: "chat", body: "oi" });
  expect(writtenContent(reply({}))).toEqual({ mediaType: "chat", body: "" });
  expect(writtenContent(reply({ fileId: "f", body: "nota" }, "application/pdf"))).toEqual({
    mediaType: "document",
    body: "nota",
  });
  expect(writtenContent(reply({ fileId: "f", body: "chave" }))).toEqual({ mediaType: "image", body: "chave" });
});

test("writtenContent: contact cards and locations replace text and file", () => {
  const place = { latitude: 1.5, longitude: -2 };
  expect(writtenContent(reply({ place, body: "aqui", fileId: "f" }, "image/png"))).toEqual({
    mediaType: "locationMessage",
    body: "1.5,-2",
  });
});
