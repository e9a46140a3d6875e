import { expect, test } from "vitest";
import { givenDevice, openTestDesk, synced, until } from "../testing/desk.ts";
import { givenContact, givenTicket } from "../testing/given.ts";

test("a contact's ticket that is not closed is found on the device: waiting, open, created here, of a twin", async () => {
  const device = givenDevice();
  const contact = givenContact({ number: "5531988001101" });
  const others = [givenTicket({ status: "closed", contactId: contact.id }), givenTicket({ contactNumber: "" })];
  for (const ticket of others) device.server.put("tickets", ticket);
  device.server.put("contacts", contact);
  const desk = await openTestDesk(device);
  await synced(desk);
  const find = async (asked: { id: string; number: string } = contact, connectionId: string | null = null) =>
    (await desk.openTicketWith(asked, connectionId))?.id ?? null;
  expect(await find()).toBeNull();
  expect(await find({ id: "unknown", number: "" })).toBeNull();
  device.server.online = false;
  const made = await desk.send("ticket.create", { contactId: contact.id });
  await until(desk.ticket$(made), (ticket) => ticket !== null);
  expect([await find(), await find(contact, "loja")]).toEqual([made, made]);
  await desk.discard(made);
  await until(desk.ticket$(made), (ticket) => ticket === null);
  expect(await find()).toBeNull();
});

test("a contact's ticket is also found by the number without the ninth digit, in groups only by the contact", async () => {
  const device = givenDevice();
  const waiting = givenTicket({ status: "pending", contactNumber: "553188001101", connectionId: "loja" });
  const group = givenTicket({ status: "open", isGroup: true, contactNumber: "12036302" });
  for (const ticket of [waiting, group]) device.server.put("tickets", ticket);
  const desk = await openTestDesk(device);
  await synced(desk);
  const find = async (id: string, number: string, connectionId: string | null = null) =>
    (await desk.openTicketWith({ id, number }, connectionId))?.id ?? null;
  expect(await find("merged", "5531988001101")).toBe(waiting.id);
  expect(await find("merged", "5531988001101", "loja")).toBe(waiting.id);
  expect(await find("merged", "5531988001101", "atelie")).toBeNull();
  expect(await find("x", "12036302")).toBeNull();
  expect(await find(group.contactId, "12036302")).toBe(group.id);
});
