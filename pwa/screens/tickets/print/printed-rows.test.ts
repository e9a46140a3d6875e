import { expect, test } from "vitest";
import type { MessageView } from "../../../../sync/client/index.ts";
import { givenMessage } from "../../../../sync/client/testing/given.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { printedDays, printedMessage } from "./printed-rows.ts";

const message = (change: Partial<MessageView> = {}): MessageView => ({
  ...givenMessage(change),
  local: null,
  commandId: null,
  ...change,
});
const note = (at: string) => ({ id: `n${at}`, note: "Ligar", userId: "u", userName: "Ana", createdAt: at });
const media = {
  ...{ fileId: null, name: "vaso.png", mimetype: "image/png", size: 10 },
  ...{ seconds: null, waveform: null, state: "ready" as const },
};

test("printed rows: days in order, with the notes between the messages and before the first one", () => {
  const messages = [
    message({ id: "a", createdAt: "2026-11-20T12:00:00.000Z" }),
    message({ id: "b", createdAt: "2026-11-22T12:00:00.000Z" }),
  ];
  const notes = [note("2026-11-19T12:00:00.000Z"), note("2026-11-20T13:00:00.000Z"), note("2026-11-23T12:00:00.000Z")];
  const days = printedDays(messages, notes);
  expect(days.map(({ items }) => items.map(({ kind }) => kind))).toEqual([
    ["note"],
    ["message", "note"],
    ["message"],
    ["note"],
  ]);
});

test("printed rows: a long text is whole and has no formatting marks", () => {
  const body = `*Oi* ${"palavra ".repeat(2_000)}fim`;
  expect(printedMessage(message({ body })).text).toBe(body.replaceAll("*", ""));
});

test("printed rows: a file has its kind and name, and its caption once", () => {
  const picture = { mediaType: "image", media } as const;
  expect(printedMessage(message({ ...picture, body: "vaso.png" }))).toEqual({
    ...{ quoted: null, file: `${m.tickets_media_image()}: vaso.png`, text: "" },
  });
  expect(printedMessage(message({ ...picture, body: "O azul" })).text).toBe("O azul");
});

test("printed rows: a deleted message says so", () => {
  expect(printedMessage(message({ body: "Errei", isDeleted: true })).text).toBe(`${m.tickets_deleted()} Errei`);
});
