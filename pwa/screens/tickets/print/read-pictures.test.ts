import { expect, test } from "vitest";
import type { MessageView } from "../../../../sync/client/index.ts";
import { givenMessage } from "../../../../sync/client/testing/given.ts";
import { MAX_PICTURE_BYTES, readPictures } from "./read-pictures.ts";

const picture = (id: string, size = 10, change: Partial<MessageView> = {}): MessageView => ({
  ...givenMessage({ id, mediaType: "image" }),
  ...{ local: null, commandId: null },
  media: {
    ...{ fileId: `file-${id}`, name: `${id}.png`, mimetype: "image/png", size },
    ...{ seconds: null, waveform: null, state: "ready" as const },
  },
  ...change,
});
const going = () => new AbortController().signal;
const read = (messages: MessageView[], fileUrl = (id: string) => Promise.resolve(`blob:${id}`)) =>
  readPictures({ desk: { fileUrl }, messages, signal: going() });

test("pictures of a print: those that are here or can be fetched; another one has no address", async () => {
  const fileUrl = (id: string) => (id === "file-b" ? Promise.reject(new TypeError("offline")) : Promise.resolve(id));
  expect([...(await read([picture("a"), picture("b")], fileUrl))]).toEqual([["a", "file-a"]]);
});

test("pictures of a print: none of a message that is deleted, or of a queue that the reader does not see", async () => {
  const messages = [picture("a", 10, { isDeleted: true }), picture("b", 10, { hidden: true })];
  expect((await read(messages)).size).toBe(0);
});

test("pictures of a print: the newest ones up to the limit", async () => {
  const half = MAX_PICTURE_BYTES / 2;
  const found = await read([picture("a", half), picture("b", half), picture("c", half)]);
  expect([...found.keys()]).toEqual(["c", "b"]);
});

test("pictures of a print: an aborted reading asks for no further one", async () => {
  const ending = new AbortController();
  const asked: string[] = [];
  const fileUrl = async (id: string) => {
    asked.push(id);
    ending.abort();
    return id;
  };
  const messages = [picture("a"), picture("b")];
  await expect(readPictures({ desk: { fileUrl }, messages, signal: ending.signal })).rejects.toThrow();
  expect(asked).toEqual(["file-b"]);
});
