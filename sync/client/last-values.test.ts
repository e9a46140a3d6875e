import { expect, test } from "vitest";
import { givenDevice, openTestDesk } from "./testing/desk.ts";
import { createFakeServer } from "./testing/fake-server.ts";
import { givenTicket } from "./testing/given.ts";

test("the last value of a source of the first screen is held while somebody follows it", async () => {
  const server = createFakeServer();
  server.put("tickets", givenTicket({ status: "open", contactName: "Helena" }));
  const desk = await openTestDesk(givenDevice(undefined, server));
  const filter = { status: "open", showAll: true, limit: 10 } as const;
  expect(desk.lastValues()).toEqual([]);
  const list = desk.tickets$(filter).subscribe();
  const outbox = desk.outbox$().subscribe();
  const value = [expect.objectContaining({ contactName: "Helena" })];
  await expect.poll(desk.lastValues).toEqual([{ source: "tickets$", given: [filter], value }]);
  list.unsubscribe();
  outbox.unsubscribe();
  expect(desk.lastValues()).toEqual([]);
});
