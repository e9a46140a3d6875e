import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../db/testing/given.ts";
import {
  companyOf,
  confirm,
  givenBilledCompany,
  givenCharge,
  givenInvoices,
} from "../../domain/account/billing/testing/given-billing.ts";
import { openMemoryProvider } from "../../domain/account/billing/testing/memory-provider.ts";
import { givenSignedIn } from "../testing/given-app.ts";
import { allReceived, givenLive, listenLive } from "../testing/given-live.ts";

const driver = openMemoryProvider("asaas");
let given: Awaited<ReturnType<typeof givenLive>>;
beforeAll(async () => {
  given = await givenLive({ payments: { pix: null, confirming: { asaas: driver.provider } } });
});
afterAll(() => given.stop());

/** In the future, so that the company can sign in. */
const DUE = "2090-12-18";

async function givenPaidCharge() {
  const company = await givenBilledCompany(DUE);
  const [invoice] = await givenInvoices(company, { dueDay: DUE });
  if (!invoice) throw new Error("no invoice");
  const charge = await givenCharge(invoice, driver.name, driver.provider);
  await driver.pay(charge.providerId);
  return { ...company, invoice, charge };
}

const post = (path: string, { headers, body }: { headers: Headers; body: Uint8Array<ArrayBuffer> }) =>
  given.app.request(path, { method: "POST", headers, body });

const waitingEvents = (providerId: string) =>
  testDatabase().asPlatform((db) =>
    db.execute<{ id: string; jobs: number }>(sql`select e.id, (select count(*)::int from pgboss.job j
      where j.name = 'payments.confirm' and j.data->>'eventId' = e.id::text) as jobs
      from payment_events e where e.provider_id = ${providerId} and e.state = 'waiting'`),
  );

test("a webhook is stored once, with one job, and changes nothing before the provider confirms", async () => {
  const { companyId, charge } = await givenPaidCharge();
  const request = driver.webhook(charge.providerId);
  for (let times = 0; times < 3; times += 1) expect((await post("/webhooks/asaas", request)).status).toBe(200);
  expect(await waitingEvents(charge.providerId)).toMatchObject([{ jobs: 1 }]);
  expect((await companyOf(companyId)).due).toBe(DUE);
});

test("a webhook with a wrong signature, and one of a provider that is off, are refused and not stored", async () => {
  const { charge } = await givenPaidCharge();
  const forged = await post("/webhooks/asaas", driver.webhook(charge.providerId, { forged: true }));
  expect([forged.status, await forged.json()]).toMatchObject([400, { code: "ERR_WEBHOOK_REFUSED" }]);
  const off = await post("/webhooks/stripe", driver.webhook(charge.providerId));
  expect([off.status, await off.json()]).toMatchObject([404, { code: "ERR_NOT_FOUND" }]);
  expect(await waitingEvents(charge.providerId)).toEqual([]);
});

test("a payment is emitted once, to the company's sockets only, and the next refresh has the new due date", async () => {
  const { companyId, admin, ana, charge } = await givenPaidCharge();
  const stranger = (await givenBilledCompany(DUE)).admin;
  await given.sequencer.run(companyId);
  const client = await givenSignedIn(given, admin);
  const [ofAdmin, ofAna, ofStranger] = await Promise.all([
    listenLive(given.url, client, { notification: true }),
    listenLive(given.url, await givenSignedIn(given, ana), { notification: true }),
    listenLive(given.url, await givenSignedIn(given, stranger), { notification: true }),
  ]);
  await post("/webhooks/asaas", driver.webhook(charge.providerId));
  await post("/webhooks/asaas", driver.webhook(charge.providerId));
  for (const { id } of await waitingEvents(charge.providerId)) await confirm(driver.name, driver.provider, id);
  await given.sequencer.run(companyId);
  await allReceived(given, companyId, [ofAdmin, ofAna]);
  const dueDate = (await companyOf(companyId)).dueDate.toISOString();
  expect(dueDate.slice(0, 10)).toBe("2091-01-19");
  const paid = [{ action: "CONCLUIDA", company: { dueDate } }];
  expect(ofAdmin.named("payment")).toMatchObject(paid);
  expect(ofAna.named("payment")).toMatchObject(paid);
  expect(ofStranger.named("payment")).toEqual([]);
  const refreshed = await client.send("POST", "/auth/refresh_token");
  expect(refreshed.body.user.company.dueDate).toBe(dueDate);
  for (const listening of [ofAdmin, ofAna, ofStranger]) listening.close();
});
