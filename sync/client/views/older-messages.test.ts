import { expect, test } from "vitest";
import { type MediaType, mediaTypes } from "../../../contracts/desk/messages.ts";
import { givenDevice, openTestDesk, synced, until } from "../testing/desk.ts";
import { givenMessage, givenTicket } from "../testing/given.ts";
import { fetchOlder } from "./older-messages.ts";

const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => givenMessage({ id: `${name} ${place}` }));

/** A server that answers these pages in turn; `asked` are the messages before which they were requested. */
function givenPages(...pages: (ReturnType<typeof rows> | Error)[]) {
  const asked: (string | null)[] = [];
  const apiFetch = async (path: string) => {
    asked.push(new URL(path, "http://desk.test").searchParams.get("before"));
    const page = pages[asked.length - 1] ?? [];
    if (page instanceof Error) throw page;
    return Response.json({ documents: [{ id: "t", messages: page, hasOlder: asked.length < pages.length }] });
  };
  return { asked, apiFetch };
}
const refusal = (code: string) => Object.assign(new Error("refused"), { status: 404, code });

test("older messages: the page before the oldest known one is requested, without one the newest", async () => {
  const known = rows("known", 2);
  const first = givenPages(rows("next", 3), rows("last", 1));
  expect(await fetchOlder(first.apiFetch, "t", known)).toMatchObject({ messages: [{}, {}, {}], complete: false });
  expect(first.asked).toEqual(["known 0"]);
  const none = givenPages(rows("all", 1));
  expect(await fetchOlder(none.apiFetch, "t", [])).toMatchObject({ messages: [{ id: "all 0" }], complete: true });
  expect(none.asked).toEqual(["newest"]);
});

test("older messages: pages of known messages only are followed by the next, at most five at once", async () => {
  const known = rows("known", 2);
  const { asked, apiFetch } = givenPages(known, rows("new", 1), rows("last", 1));
  expect(await fetchOlder(apiFetch, "t", known)).toMatchObject({ messages: [{ id: "new 0" }], complete: false });
  expect(asked).toHaveLength(2);
  const endless = givenPages(...Array.from({ length: 9 }, () => known));
  expect(await fetchOlder(endless.apiFetch, "t", known)).toEqual({ messages: [], complete: false });
  expect(endless.asked).toHaveLength(5);
});

test("older messages: when the server does not have the oldest known message, it begins at the newest", async () => {
  const { asked, apiFetch } = givenPages(refusal("ERR_NO_MESSAGE_FOUND"), rows("new", 1));
  expect(await fetchOlder(apiFetch, "t", rows("known", 1))).toMatchObject({ messages: [{}], complete: true });
  expect(asked).toEqual(["known 0", "newest"]);
});

test("older messages: a refusal of the server is passed on", async () => {
  const refused = refusal("ERR_NO_TICKET_FOUND");
  await expect(fetchOlder(() => Promise.reject(refused), "t", [])).rejects.toBe(refused);
});

const media = {
  fileId: "0190f3a4-0000-7000-8000-00000000000a",
  name: "caneca.jpg",
  mimetype: "image/jpeg",
  size: 12,
  seconds: 3,
  waveform: [1, 2],
  state: "ready" as const,
};
const withFile: ReadonlySet<MediaType> = new Set(["image", "audio", "video", "document", "sticker"]);

test("older messages: the screen gets every kind of message as it would get it from the thread", async () => {
  const device = givenDevice();
  const ticket = givenTicket();
  device.server.put("tickets", ticket);
  const kinds = mediaTypes.flatMap((mediaType) =>
    [false, true].map((fromMe) =>
      device.server.message(ticket.id, {
        mediaType,
        fromMe,
        body: `legenda de ${mediaType}`,
        media: withFile.has(mediaType) ? media : null,
        origin: fromMe ? "campaign" : null,
        campaign: fromMe ? { id: "c", name: "Dia das Mães" } : null,
        author: "Helena",
        quoted: { id: "q", body: "antes", fromMe: true, mediaType: "image", author: "Ana" },
        reactions: [{ emoji: "👍", fromMe: false }],
        errorCode: fromMe ? "ERR_WAPP_INVALID_CONTACT" : null,
        editedAt: "2026-05-01T11:00:00.000Z",
        life: { server: "2026-05-01T11:00:00.000Z", accepted: null, delivered: null, read: null, played: null },
        isLate: true,
        hidden: mediaType === "chat" && !fromMe,
      }),
    ),
  );
  for (let count = 0; count < 30; count += 1) device.server.message(ticket.id);
  const desk = await openTestDesk(device);
  await synced(desk);
  await desk.loadOlder(ticket.id);
  const { messages } = await until(desk.thread$(ticket.id), (thread) => thread.messages.length === kinds.length + 30);
  expect(messages.slice(0, kinds.length)).toEqual(kinds.map((row) => ({ ...row, local: null, commandId: null })));
});
