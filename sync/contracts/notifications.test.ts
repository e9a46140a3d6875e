import fc from "fast-check";
import { expect, test } from "vitest";
import { type NotifiedTicket, raisesNotification } from "./notifications.ts";

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
