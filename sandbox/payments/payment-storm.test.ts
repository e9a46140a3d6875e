import { and, eq, inArray } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { Id } from "../../contracts/id.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { schema } from "../../db/index.ts";
import { testDatabase } from "../../db/testing/given.ts";
import { expectEachCase, type StormFigures, storm } from "../../domain/account/billing/testing/payment-storm.ts";
import { openStandInDriver } from "../testing/provider-driver.ts";
import { type Charge, type Provider, providers } from "./charge.ts";

const { charges } = schema;

/** Our charge id at the stand-in; Efí has it without hyphens. */
const referenceOf = ({ reference }: Charge) =>
  reference.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, "$1-$2-$3-$4-$5");

/** Compares with the stand-in itself, because the storm asks through the client that is tested. */
async function expectPaidAtStandIn(name: Provider, atStandIn: readonly Charge[]): Promise<number> {
  const ids = atStandIn.map(referenceOf).filter((id) => v.is(Id, id));
  const paid = await testDatabase().asPlatform((db) =>
    db
      .select()
      .from(charges)
      .where(and(inArray(charges.id, ids), eq(charges.status, "paid"))),
  );
  for (const { id, amountCents, provider } of paid) {
    const payments = atStandIn.find((charge) => referenceOf(charge) === id)?.payments;
    expect(payments).toContainEqual(expect.objectContaining({ amountCents, status: "paid" }));
    expect(provider).toBe(name);
  }
  return paid.length;
}

/** 250 deliveries for each: with fewer, not every case occurs. `npm run proof` takes all of them. */
const SEEDS = [7, 77, 777, 7_777].slice(0, sizeOf("PAYMENT_STORMS"));

test.each(providers)(
  "%s: random deliveries pay each invoice at most once and lose no payment",
  async (name) => {
    const all: StormFigures[] = [];
    for (const seed of SEEDS) {
      const driver = await openStandInDriver(name);
      const figures = await storm(driver, seed, 250);
      expect(await expectPaidAtStandIn(name, driver.charges())).toBeGreaterThanOrEqual(figures.paid);
      all.push(figures);
    }
    expectEachCase(all);
  },
  300_000,
);
