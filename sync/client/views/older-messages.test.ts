import { expect, test } from "vitest";
import { givenMessage } from "../testing/given.ts";
import { fetchOlder } from "./older-messages.ts";

const fileId = "0190f3a4-0000-7000-8000-00000000000a";
const wire = (id: string, change: object = {}) => ({
  id,
  ticketId: "t",
  fromMe: false,
  body: id,
  createdAt: "2026-05-01T10:00:00.000Z",
  ack: 3,
  isDeleted: false,
  mediaType: "chat",
  mediaUrl: null,
  queueId: "q",
  ...change,
});
const known = (count: number) => Array.from({ length: count }, (_, place) => givenMessage({ id: `known ${place}` }));

/** A server with these pages, page 1 first; `asked` are the requested pages. */
function givenPages(pages: Record<number, object[]>) {
  const asked: string[] = [];
  const last = Math.max(...Object.keys(pages).map(Number));
  const apiFetch = async (path: string) => {
    asked.push(path);
    const page = Number(new URL(path, "http://desk.test").searchParams.get("pageNumber"));
    return Response.json({ messages: pages[page] ?? [], hasMore: page < last });
  };
  return { asked, apiFetch };
}
const page = (name: string, count = 20) => Array.from({ length: count }, (_, place) => wire(`${name} ${place}`));

test("older messages: the page after the known ones is requested", async () => {
  const { asked, apiFetch } = givenPages({ 1: page("new"), 2: page("next"), 3: page("last") });
  const { messages, complete } = await fetchOlder(apiFetch, "t", known(20));
  expect(asked).toEqual(["/messages/t?pageNumber=2"]);
  expect([messages.length, messages[0]?.id, complete]).toEqual([20, "next 0", false]);
});

test("older messages: a page that is partly known is followed by the next until a page's worth is new", async () => {
  const partly = [...known(15).map(({ id }) => wire(id)), ...page("first", 5)];
  const { asked, apiFetch } = givenPages({ 1: partly, 2: page("second"), 3: page("third") });
  const { messages, complete } = await fetchOlder(apiFetch, "t", known(15));
  expect(asked).toHaveLength(2);
  expect(messages.map(({ id }) => id)).toEqual([...page("first", 5), ...page("second")].map(({ id }) => id));
  expect(complete).toBe(false);
});

test("older messages: the last page completes the conversation, also an empty one", async () => {
  const { apiFetch } = givenPages({ 1: page("all", 3) });
  expect(await fetchOlder(apiFetch, "t", [])).toMatchObject({ complete: true, messages: [{ id: "all 0" }, {}, {}] });
  expect(await fetchOlder(apiFetch, "t", known(45))).toEqual({ messages: [], complete: true });
});

test("older messages: at most five pages are requested at once", async () => {
  const all = known(20).map(({ id }) => wire(id));
  const { asked, apiFetch } = givenPages(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 1, all])));
  expect(await fetchOlder(apiFetch, "t", known(20))).toEqual({ messages: [], complete: false });
  expect(asked).toHaveLength(5);
});

test("older messages: a refusal of the server is passed on", async () => {
  const refusal = Object.assign(new Error("refused"), { status: 404, code: "ERR_NO_TICKET_FOUND" });
  await expect(fetchOlder(() => Promise.reject(refusal), "t", [])).rejects.toBe(refusal);
});

async function rowOf(change: object) {
  const { messages } = await fetchOlder(givenPages({ 1: [wire("m", change)] }).apiFetch, "t", []);
  return messages[0];
}

test("older messages: a row has the fields of the HTTP interface, and the others empty", async () => {
  const quotedMsg = { id: "q", body: "antes", fromMe: true, contact: { name: "Ivo" } };
  expect(await rowOf({ fromMe: true, origin: "greeting", contact: { name: "Helena" }, quotedMsg })).toEqual(
    givenMessage({
      id: "m",
      ticketId: "t",
      queueId: "q",
      fromMe: true,
      origin: "greeting",
      author: "Helena",
      body: "m",
      quoted: { id: "q", body: "antes", fromMe: true, mediaType: "chat", author: "Ivo" },
      ack: 3,
      createdAt: "2026-05-01T10:00:00.000Z",
      seq: 0,
    }),
  );
  expect(await rowOf({ quotedMsg: { body: "antes", fromMe: false } })).toMatchObject({
    author: null,
    origin: null,
    quoted: { id: null, author: "" },
  });
});

test.each<[string | null, string | null, string, object | null]>([
  ["image", `/media/${fileId}?token=x`, "image", { fileId, name: "m", state: "ready" }],
  ["audio", "/public/antigo.ogg", "audio", { fileId: null, state: "failed" }],
  [null, `/media/${fileId}`, "document", { fileId }],
  [null, null, "chat", null],
  ["hologram", null, "chat", null],
  ["hologram", `/media/${fileId}`, "document", { fileId }],
])("older messages: media type %j at %j is shown as %s", async (mediaType, mediaUrl, shown, media) => {
  const row = await rowOf({ mediaType, mediaUrl });
  expect(row?.mediaType).toBe(shown);
  if (media) expect(row?.media).toMatchObject(media);
  else expect(row?.media).toBeNull();
});
