import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CommandType } from "../../contracts/commands/index.ts";
import { testNow } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { givenAgent, givenCompany, givenContact, givenTicket, testDatabase } from "../../db/testing/given.ts";
import { mergeOnRequest, undoMerge } from "../../domain/desk/contact-merges/index.ts";
import { acting } from "../../domain/testing.ts";
import { runCommands } from "./commands.ts";
import { givenDevice, sequencer } from "./testing/given-device.ts";

type Named = { id: string };

/** Ana sees one contact through a ticket of hers, Bia the other. */
async function given() {
  const company = await givenCompany();
  const { companyId, queue, support, admin, ana, bia } = company;
  const pair = [await givenContact({ companyId, name: "Rita" }), await givenContact({ companyId, name: "Rita L." })];
  const [kept, gone] = pair.map(({ id }) => ({ id })).sort((a, b) => (a.id < b.id ? -1 : 1)) as [Named, Named];
  const place = { companyId, status: "open" as const };
  const ofAna = await givenTicket({ ...place, contactId: kept.id, queueId: queue.id, userId: ana.id });
  const ofBia = await givenTicket({
    ...place,
    contactId: gone.id,
    queueId: support.id,
    userId: bia.id,
    connectionId: company.connection.id,
  });
  const merge = () => acting(admin, (ctx) => mergeOnRequest(ctx, kept.id, gone.id));
  const undo = (mergeId: string | null) => acting(admin, (ctx) => undoMerge(ctx, mergeId ?? ""));
  return { ...company, kept, gone, ofAna, ofBia, merge, undo };
}

test("devices pull a merge and its undo, each within its user's scope", async () => {
  const { ana, bia, admin, kept, gone, ofBia, merge, undo } = await given();
  const [devices, ticketsOfBia] = [
    [ana, bia, admin].map((agent) => givenDevice(agent, "contacts")),
    givenDevice(bia, "tickets"),
  ];
  const keys = async () => {
    const held: string[][] = [];
    for (const device of devices) {
      await device.pull();
      held.push([...device.held.keys()].sort());
    }
    await ticketsOfBia.pull();
    return held;
  };
  expect(await keys()).toEqual([[kept.id], [gone.id], [kept.id, gone.id]]);
  const { mergeId } = await merge();
  expect(await keys()).toEqual([[kept.id], [kept.id], [kept.id]]);
  expect(ticketsOfBia.held.get(ofBia.id)).toMatchObject({ contactId: kept.id });
  await undo(mergeId);
  expect(await keys()).toEqual([[kept.id], [gone.id], [kept.id, gone.id]]);
  expect(ticketsOfBia.held.get(ofBia.id)).toMatchObject({ contactId: gone.id });
});

test("queued commands of a device for a merged contact reach the remaining contact", async () => {
  const { companyId, queue, kept, gone, merge } = await given();
  const person = await givenAgent({ companyId, name: "Caio", profile: "admin", queueIds: [queue.id] });
  await sequencer.run(companyId);
  await merge();
  await sequencer.run(companyId);
  const run = async (type: CommandType, payload: object) => {
    const command = { id: randomUUID(), type, payload, createdAt: testNow().toISOString() };
    const deps = { database: testDatabase(), sequencer, onFailure: (error: unknown) => expect(error).toBeUndefined() };
    const { results } = await runCommands(deps, { actor: person, device: "Teste" }, [command]);
    return results[0];
  };
  // An edit based on the other contact's values: the user decides.
  const change = { contactId: gone.id, change: { email: "rita@x.example" } };
  expect(await run("contact.update", { ...change, baseRev: 0 })).toMatchObject({
    status: "rejected",
    code: "ERR_EDIT_CONFLICT",
    details: { contact: { id: kept.id } },
  });
  expect(await run("contact.update", { ...change, baseRev: Number.MAX_SAFE_INTEGER })).toMatchObject({
    status: "applied",
  });
  const [contactId, connectionId] = [gone.id, randomUUID()];
  await testDatabase().company(companyId, (tx) =>
    tx.insert(schema.connections).values({ companyId, id: connectionId, name: "Outra" }),
  );
  const opened = await run("ticket.create", { contactId, connectionId, queueId: queue.id });
  expect(opened).toMatchObject({ status: "applied" });
  const device = givenDevice(person, "contacts");
  await device.pull();
  expect(device.held.get(kept.id)).toMatchObject({ email: "rita@x.example" });
  const tickets = givenDevice(person, "tickets");
  await tickets.pull();
  expect(tickets.held.get(opened?.id ?? "")).toMatchObject({ contactId: kept.id });
});
