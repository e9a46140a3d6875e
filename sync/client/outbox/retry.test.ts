import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { givenCommand } from "../testing/given.ts";
import { repeated, withNewId } from "./retry.ts";

test("repeated command: waits again under the new id, without its refusal", () => {
  const refused = givenCommand(
    "ticket.accept",
    { ticketId: uuidv7() },
    { state: "refused", tries: 3, error: { code: "ERR_TICKET_NOT_PENDING" } },
  );
  expect(repeated(refused, "new")).toEqual({ ...refused, id: "new", state: "waiting", tries: 0, error: null });
});

test("repeated command: a creation moves to the lane of its new id", () => {
  const creation = givenCommand("contact.create", { name: "Ivo", number: "5531955500190" }, { state: "refused" });
  expect(repeated(creation, "new").lane).toBe("new");
  const ticket = givenCommand("ticket.create", { contactId: uuidv7(), queueId: null }, { state: "refused" });
  expect(repeated(ticket, "new")).toMatchObject({ lane: "new", ticketId: "new" });
});

test("repeated reply: only a held one forgets the message that its author had seen", () => {
  const payload = { ticketId: uuidv7(), body: "Oi", seenMessageId: uuidv7() };
  const [held, refused] = (["held", "refused"] as const).map((state) =>
    givenCommand("message.send", payload, { state }),
  );
  expect(held && repeated(held, "new").payload).toEqual({ ...payload, seenMessageId: null });
  expect(refused && repeated(refused, "new").payload).toEqual(payload);
});

test("new id: replaces the old one also in lists, and moves the command to the new lane", () => {
  const reply = givenCommand("message.send", { ticketId: "old", body: "Oi" });
  expect(withNewId(reply, "old", "new")).toMatchObject({ lane: "new", ticketId: "new", payload: { ticketId: "new" } });
  const tagged = givenCommand("ticket.tag", { ticketId: "t", add: ["a", "old"], remove: [] });
  expect(withNewId(tagged, "old", "new")).toMatchObject({ lane: "t", payload: { add: ["a", "new"] } });
  expect(withNewId(tagged, "unknown", "new")).toBeNull();
});
