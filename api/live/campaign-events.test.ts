import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { testNow } from "../../contracts/testing/clock.ts";
import { schema } from "../../db/index.ts";
import { type GivenAgent, givenAgent, givenCompany, testDatabase } from "../../db/testing/given.ts";
import type { ScopedChange } from "../../sync/server/index.ts";
import { givenCampaigns } from "../testing/given-campaigns.ts";
import { openCampaignEvents } from "./campaign-events.ts";
import type { EmitContext } from "./emit-ticket-events.ts";
import type { Listener } from "./listener.ts";

const { campaigns } = schema;

/** A listener that stores what it hears. */
function listenerOf(actor: GivenAgent) {
  const received: { name: string; action: string; id?: string; record?: { id: string; name: string } }[] = [];
  const socket = { emit: (name: string, event: object) => received.push({ name, ...event } as never) };
  return { received, listener: { actor, socket } as unknown as Listener };
}

const changeOf = (docId: string) => ({ collection: "campaigns", docId, partId: null }) as unknown as ScopedChange;

async function givenDesk() {
  const company = await givenCompany();
  const { companyId } = company;
  const made = await givenCampaigns({ companyId, connectionId: company.connection.id });
  const supervisor = await givenAgent({ companyId, profile: "supervisor" });
  const [admin, manager, agent] = [company.admin, supervisor, company.ana].map(listenerOf) as [
    ReturnType<typeof listenerOf>,
    ReturnType<typeof listenerOf>,
    ReturnType<typeof listenerOf>,
  ];
  let seconds: (() => void)[] = [];
  const events = openCampaignEvents(
    testDatabase(),
    companyId,
    new Set([admin, manager, agent].map(({ listener }) => listener)),
    (work) => seconds.push(work),
  );
  const emit = (ids: readonly string[], first: readonly string[] = []) =>
    testDatabase().company(companyId, (db) => {
      const at = new Map(first.map((id) => [`campaigns ${id} `, testNow()]));
      return events.emit({ db, first: at } as unknown as EmitContext, ids.map(changeOf));
    });
  /** Ends the running seconds. */
  const endSeconds = () => {
    const ended = seconds;
    seconds = [];
    for (const end of ended) end();
  };
  return { companyId, ...made, admin, manager, agent, emit, endSeconds };
}

test("goes to users who may manage campaigns, with the record as the list has it", async () => {
  const { companyId, campaignId, admin, manager, agent, emit } = await givenDesk();
  await emit([campaignId], [campaignId]);
  const expected = {
    name: `company-${companyId}-campaign`,
    action: "create",
    record: expect.objectContaining({
      id: campaignId,
      status: "INATIVA",
      contactList: { name: "Volta às aulas lista" },
    }),
  };
  expect(admin.received).toEqual([expected]);
  expect(manager.received).toEqual([expected]);
  expect(agent.received).toEqual([]);
});

test("many changes of a second are one event at once and one at its end, with the latest state", async () => {
  const { companyId, runningCampaignId: id, campaignId, admin, emit, endSeconds } = await givenDesk();
  for (let change = 1; change <= 20; change++) {
    await testDatabase().company(companyId, (tx) =>
      tx
        .update(campaigns)
        .set({ name: `Nome ${change}` })
        .where(eq(campaigns.id, id)),
    );
    await emit([id]);
  }
  // Another campaign has its own second.
  await emit([campaignId]);
  expect(admin.received.map(({ record }) => record?.id)).toEqual([id, campaignId]);
  endSeconds();
  await expect.poll(() => admin.received.length).toBe(3);
  expect(admin.received.slice(2)).toMatchObject([{ action: "update", record: { id, name: "Nome 20" } }]);
  // The event at the end begins another second.
  await emit([id]);
  expect(admin.received).toHaveLength(3);
  endSeconds();
  await expect.poll(() => admin.received.length).toBe(4);
  endSeconds();
  await emit([id]);
  expect(admin.received).toHaveLength(5);
});

test("a campaign that is gone is a deletion, and another company's is not shown", async () => {
  const { companyId, campaignId, admin, emit } = await givenDesk();
  await testDatabase().company(companyId, (tx) => tx.delete(campaigns).where(eq(campaigns.id, campaignId)));
  const stranger = (await givenDesk()).campaignId;
  const unknown = randomUUID();
  await emit([campaignId, stranger, unknown]);
  expect(admin.received.map(({ action, id }) => [action, id])).toEqual([
    ["delete", campaignId],
    ["delete", stranger],
    ["delete", unknown],
  ]);
});
