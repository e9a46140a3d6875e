import { expect, test } from "vitest";
import type { MessageView } from "../../../../sync/client/index.ts";
import { layoutThread } from "./thread-layout.ts";

let seq = 0;
function message(at: string, over: Partial<MessageView> = {}): MessageView {
  seq += 1;
  return {
    id: `m${seq}`,
    ticketId: "t",
    queueId: null,
    fromMe: false,
    userId: null,
    origin: null,
    author: null,
    body: "oi",
    mediaType: "chat",
    media: null,
    quoted: null,
    ack: 1,
    errorCode: null,
    life: { server: null, accepted: null, delivered: null, read: null, played: null },
    reactions: [],
    isDeleted: false,
    editedAt: null,
    isLate: false,
    hidden: false,
    createdAt: at,
    receivedAt: at,
    seq,
    local: null,
    commandId: null,
    ...over,
  };
}

const shape = (messages: MessageView[], since: string | null = null) =>
  layoutThread(messages, since).map((item) =>
    item.kind === "message" ? `${item.startsGroup ? "(" : ""}m${item.endsGroup ? ")" : ""}` : item.kind,
  );

test("layoutThread: groups consecutive messages of one author; another author starts a new group", () => {
  const mine = { fromMe: true, userId: "ana" };
  expect(
    shape([
      message("2026-11-21T12:00:00Z"),
      message("2026-11-21T12:01:00Z"),
      message("2026-11-21T12:02:00Z", mine),
      message("2026-11-21T12:03:00Z", { fromMe: true, userId: "bia" }),
    ]),
  ).toEqual(["day", "(m", "m)", "(m)", "(m)"]);
});

test("layoutThread: inserts each new day and starts a new group", () => {
  expect(shape([message("2026-11-20T12:00:00Z"), message("2026-11-21T12:00:00Z")])).toEqual([
    "day",
    "(m)",
    "day",
    "(m)",
  ]);
});

test("layoutThread: merges consecutive hidden messages into one row with their count", () => {
  const items = layoutThread(
    [
      message("2026-11-21T12:00:00Z", { hidden: true }),
      message("2026-11-21T12:01:00Z", { hidden: true, fromMe: true }),
      message("2026-11-21T12:02:00Z"),
    ],
    null,
  );
  expect(items.map((item) => item.kind)).toEqual(["day", "hidden", "message"]);
  expect(items[1]).toMatchObject({ count: 2 });
});

test("layoutThread: puts the offline row above the first message written without a network", () => {
  const mine = { fromMe: true, userId: "ana" };
  expect(
    shape(
      [
        message("2026-11-21T12:00:00Z", mine),
        message("2026-11-21T12:07:00Z", { ...mine, local: "queued" }),
        message("2026-11-21T12:08:00Z", { ...mine, local: "queued" }),
      ],
      "2026-11-21T12:06:00Z",
    ),
  ).toEqual(["day", "(m)", "offline", "(m", "m)"]);
});

test("layoutThread: inserts events between messages and omits those before the first loaded message", () => {
  const event = (id: string, at: string, type = "transferred") =>
    ({ id, at, type, user: null, device: "", from: null, to: null, rating: null, numbers: null }) as const;
  const [first, second] = [message("2026-05-21T12:00:00.000Z"), message("2026-05-21T12:10:00.000Z")];
  const events = [
    event("old", "2026-05-21T11:00:00.000Z"),
    event("begun", "2026-05-21T12:00:01.000Z", "created"),
    event("between", "2026-05-21T12:05:00.000Z"),
    event("last", "2026-05-21T12:20:00.000Z"),
  ];
  const keys = layoutThread([first, second], null, events).map(({ kind, key }) => (kind === "event" ? key : kind));
  expect(keys).toEqual(["day", "message", "event between", "message", "event last"]);
});
