import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { pino } from "pino";
import { openSettledChannel } from "../../../connector/testing/settled-channel.ts";
import { applicationUrl, type Database, openDatabase, openSequencer, schema } from "../../../db/index.ts";
import { countRoundTrips } from "../../../db/testing/count-round-trips.ts";
import { sendMessage } from "../../../domain/desk/messages/index.ts";
import { sendNextRecipient } from "../../../domain/marketing/campaigns/index.ts";
import { openTickets } from "../data/open-tickets.ts";
import { seedCampaign } from "../data/seed-campaign.ts";
import { type SeededCompany, seedCompany } from "../data/seed-company.ts";
import type { BenchEnvironment } from "../environment.ts";
import { figure, median } from "../figures.ts";
import type { Row } from "./index.ts";

const RUNS = 5;
/** Customers who write at once. */
const CUSTOMERS = 20;
const customers = Array.from({ length: CUSTOMERS }, (_, at) => `55319${70_000_000 + at}`);
const logger = pino({ level: "warn" }, pino.destination(2));

const { connections, messages, tickets } = schema;

/** The median of several runs, after one that fills caches. `prepare` is not counted. */
async function tripsOf(work: () => Promise<unknown>, prepare = async () => {}): Promise<number> {
  const runs: number[] = [];
  for (let at = 0; at <= RUNS; at++) {
    await prepare();
    runs.push(await countRoundTrips(work));
  }
  return median(runs.slice(1));
}

async function measure(environment: BenchEnvironment) {
  const url = await environment.cluster.fresh("bench_trips");
  const database = openDatabase(applicationUrl(url), { max: 10, name: "bench round trips" });
  const shop = await seedCompany(database, 1);
  const [connectionId = ""] = shop.connectionIds;
  const lease = { companyId: shop.companyId, connectionId, epoch: 1, owner: shop.owner };
  const channel = openSettledChannel(database, lease, logger);
  await channel.receive(customers);
  await openTickets(database, shop);
  const alone = await tripsOf(() => channel.receive(customers.slice(0, 1)));
  const shared = (await tripsOf(() => channel.receive(customers))) / CUSTOMERS;
  await channel.stop();
  const answered = await tripsOf(await answering(database, shop));
  const sending = await campaigning(database, shop);
  const campaign = await tripsOf(sending.sendNext, sending.accept);
  await database.close();
  await environment.cluster.drop("bench_trips");
  const row = (name: string, value: number, target: number) =>
    figure({ name, value, p95: null, unit: "round trips", target, against: "one statement", againstValue: 1 });
  return [
    row("round-trips-inbound", alone, 4),
    row("round-trips-inbound-batch", shared, 1.5),
    row("round-trips-answer", answered, 4),
    row("round-trips-campaign", campaign, 6),
  ];
}

/** An agent's answer, without the session of its request. */
export async function answering(database: Database, { companyId }: SeededCompany): Promise<() => Promise<void>> {
  const [[user], [ticket]] = await database.company(companyId, async (db) => [
    await db.select().from(schema.users),
    await db.select({ id: tickets.id }).from(tickets).limit(1),
  ]);
  if (!user || !ticket) throw new Error("the company has no user with a ticket");
  const rights = { queueIds: [], allTicket: true, allHistoric: true, allUserChat: false, isSuper: false };
  const actor = { companyId, id: user.id, name: user.name, profile: user.profile, ...rights };
  const sequencer = openSequencer(database);
  return async () => {
    const message = { id: randomUUID(), ticketId: ticket.id, body: "Bom dia!" };
    await database.company(companyId, (db) =>
      sendMessage({ db, companyId, actor, device: "bench", now: new Date() }, message),
    );
    await sequencer.run(companyId);
  };
}

/** The next message of a campaign to people with open tickets. */
async function campaigning(database: Database, { companyId, connectionIds }: SeededCompany) {
  const [connectionId = ""] = connectionIds;
  const campaignId = await seedCampaign(database, { companyId, connectionId, numbers: customers });
  await database.company(companyId, (db) =>
    db.update(connections).set({ status: "CONNECTED" }).where(eq(connections.companyId, companyId)),
  );
  const sequencer = openSequencer(database);
  return {
    async sendNext() {
      const outcome = await database.company(companyId, (db) =>
        sendNextRecipient({ db, companyId, now: new Date() }, { campaignId, connectionId }, { minPauseOf: () => 0 }),
      );
      if (outcome !== "sent") throw new Error(`a campaign's message was ${outcome}`);
      await sequencer.run(companyId);
    },
    /** Takes the former messages out of the outbox: unsent ones hold back the campaign. */
    async accept() {
      const ofCampaign = and(eq(messages.companyId, companyId), eq(messages.campaignId, campaignId));
      await database.company(companyId, (db) => db.update(messages).set({ sendAfter: null }).where(ofCampaign));
    },
  };
}

export const rows: Row[] = [{ name: "round-trips", measure }];
