import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { type NotifiedTicket, PushSubscriptionInput, raisesNotification } from "./notifications.ts";

const mine: NotifiedTicket = { status: "open", userId: "ana", isGroup: false, chatbot: false, unreadMessages: 1 };

test.each<[string, Partial<NotifiedTicket>, boolean, boolean]>([
  ["one's own ticket", {}, false, true],
  ["a ticket of nobody", { userId: null, status: "pending" }, false, true],
  ["a colleague's ticket", { userId: "bia" }, false, false],
  ["a group", { isGroup: true }, false, false],
  ["a ticket with the bot", { chatbot: true, userId: null }, false, false],
  ["what was read meanwhile", { unreadMessages: 0 }, false, false],
  ["the ticket one looks at", {}, true, false],
  ["a closed ticket", { status: "closed" }, false, false],
])("%s", (_name, change, isViewed, raises) => {
  expect(raisesNotification({ ...mine, ...change }, "ana", isViewed)).toBe(raises);
});

test("only the assigned agent is notified of an assigned ticket", () => {
  fc.assert(
    fc.property(
      fc.record({
        status: fc.constantFrom("pending" as const, "open" as const, "closed" as const),
        userId: fc.constantFrom("ana", "bia"),
        isGroup: fc.boolean(),
        chatbot: fc.boolean(),
        unreadMessages: fc.nat(3),
      }),
      fc.boolean(),
      (ticket, isViewed) => ticket.userId === "ana" || !raisesNotification(ticket, "ana", isViewed),
    ),
    { seed: 7 },
  );
});

const base64Url = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64url");
const subscription = {
  endpoint: "https://push.example/send/1",
  keys: { p256dh: base64Url(65), auth: base64Url(16) },
};

test("a push subscription has an address and keys of 65 and 16 bytes, with or without padding", () => {
  const { keys } = subscription;
  expect(v.is(PushSubscriptionInput, subscription)).toBe(true);
  expect(v.is(PushSubscriptionInput, { ...subscription, keys: { ...keys, auth: `${keys.auth}==` } })).toBe(true);
});

test.each([
  { endpoint: "push.example" },
  { endpoint: `https://push.example/${"x".repeat(1_000)}` },
  { keys: { ...subscription.keys, p256dh: base64Url(64) } },
  { keys: { ...subscription.keys, p256dh: base64Url(66) } },
  { keys: { ...subscription.keys, auth: base64Url(15) } },
  { keys: { ...subscription.keys, auth: `${base64Url(15)}+/` } },
  { keys: { ...subscription.keys, auth: "" } },
  { keys: undefined },
])("a push subscription is refused with %j", (change) => {
  expect(v.is(PushSubscriptionInput, { ...subscription, ...change })).toBe(false);
});
