import { expect, test } from "vitest";
import { createArrivals, newestOfTicket, type Waiting, waitingFor } from "./new-messages.ts";

const now = Date.parse("2026-07-01T12:00:00.000Z");
const ticket = (id: string, change: Partial<Waiting> = {}, messageId = `${id} 1`): Waiting => ({
  id,
  status: "open",
  userId: "ana",
  isGroup: false,
  chatbot: false,
  unreadMessages: 1,
  contactName: "Helena",
  lastMessageAt: new Date(now - 1_000).toISOString(),
  lastMessage: {
    id: messageId,
    body: "Oi",
    fromMe: false,
    mediaType: "chat",
    ack: 0,
    errorCode: null,
    mediaSeconds: null,
    origin: null,
    isDeleted: false,
  },
  ...change,
});

test("waitingFor: returns the tickets that raise a notification, newest first", () => {
  const list = [
    ticket("old", { lastMessageAt: new Date(now - 9_000).toISOString() }),
    ticket("bia's", { userId: "bia" }),
    ticket("group", { isGroup: true }),
    ticket("new"),
    ticket("nobody's", { userId: null, lastMessageAt: new Date(now - 2_000).toISOString() }),
  ];
  expect(waitingFor("ana", list).map(({ id }) => id)).toEqual(["new", "nobody's", "old"]);
});

test("arrivals: reports each message once, and none of the first list, none old and none of our own", () => {
  const arrived = createArrivals(newestOfTicket);
  const ids = (list: Waiting[]) => arrived(list, now).map(({ lastMessage }) => lastMessage?.id);
  expect(ids([ticket("a")])).toEqual([]);
  expect(ids([ticket("a"), ticket("b")])).toEqual(["b 1"]);
  expect(ids([ticket("a", {}, "a 2"), ticket("b")])).toEqual(["a 2"]);
  expect(ids([])).toEqual([]);
  expect(ids([ticket("a", {}, "a 2")])).toEqual([]);
  expect(ids([ticket("c", { lastMessageAt: new Date(now - 6 * 60_000).toISOString() })])).toEqual([]);
});
