import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { countRoundTrips } from "../../db/testing/count-round-trips.ts";
import { givenCompany, givenTicket } from "../../db/testing/given.ts";
import { givenApp, givenSignedIn } from "../testing/given-app.ts";

async function given() {
  const app = await givenApp();
  const { companyId, queue, connection, ana } = await givenCompany();
  const place = { companyId, queueId: queue.id, connectionId: connection.id };
  const ticket = await givenTicket({ ...place, userId: ana.id, status: "open" });
  return { client: await givenSignedIn(app, ana), ticket };
}

test("an answer by REST takes four round trips: session, ticket, message with its commit, revisions", async () => {
  const { client, ticket } = await given();
  const answer = async () => {
    const { status } = await client.send("POST", `/messages/${ticket.id}`, { body: "Bom dia!" });
    expect(status).toBe(200);
  };
  await answer();
  expect(await countRoundTrips(answer)).toBeLessThanOrEqual(4);
});

test("an answer from a device takes six round trips, with its command's answer and revision", async () => {
  const { client, ticket } = await given();
  const answer = async () => {
    const payload = { ticketId: ticket.id, body: "Bom dia!" };
    const command = { id: randomUUID(), type: "message.send", payload, createdAt: testNow().toISOString() };
    const { body } = await client.send("POST", "/sync/commands", { commands: [command] });
    expect(body.results).toMatchObject([{ status: "applied" }]);
  };
  await answer();
  expect(await countRoundTrips(answer)).toBeLessThanOrEqual(6);
});
