import { expect, test } from "vitest";
import { givenCompany, givenContact, givenTicket } from "../../../db/testing/given.ts";
import { atDesk } from "../../testing.ts";
import { messageVariables } from "./index.ts";

test("date, time and greeting are in the company's time zone, the other variables are the ticket's", async () => {
  const { companyId, queue, connection, ana } = await givenCompany();
  const contact = await givenContact({ companyId, name: "Helena Sampaio" });
  const place = { companyId, queueId: queue.id, connectionId: connection.id, contactId: contact.id, userId: ana.id };
  const ticket = await givenTicket({ ...place, number: 42 });
  const at = (now: string) => atDesk(companyId, (ctx) => messageVariables(ctx, ticket.id), new Date(now));
  // 01:30 UTC is still the previous evening in São Paulo.
  expect(await at("2026-07-02T01:30:00Z")).toEqual({
    firstName: "Helena",
    name: "Helena Sampaio",
    userName: "Ana",
    ms: "boa noite",
    protocol: "2026070142",
    date: "01/07/2026",
    hour: "22:30",
    ticket_id: "42",
    queue: "Vendas",
    connection: "Loja",
  });
  expect((await at("2026-07-01T11:00:00Z")).ms).toBe("bom dia");
  expect((await at("2026-07-01T17:00:00Z")).ms).toBe("boa tarde");
});
