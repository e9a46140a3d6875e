import { randomUUID } from "node:crypto";
import { expect, inject, onTestFinished, test } from "vitest";
import { createDatabase, dropDatabase } from "../testing/cluster-database.ts";
import { migrate } from "./migrate.ts";
import type { Step } from "./silence.ts";

test("migrations of an empty database are reported by name, in their order, with their number", async () => {
  const name = `migrated_${randomUUID().slice(0, 8)}`;
  const ownerUrl = await createDatabase(inject("ownerUrl"), name);
  onTestFinished(() => dropDatabase(inject("ownerUrl"), name));
  const steps: Step[] = [];
  await migrate(ownerUrl, undefined, { onStep: (step) => steps.push(step) });
  const migrations = steps.filter((step) => step.name.startsWith("migration "));
  const reported = [...new Map(migrations.map((step) => [step.name, step])).values()];
  expect(reported.length).toBeGreaterThan(50);
  expect(reported.map(({ done, total }) => [done, total])).toEqual(reported.map((_, at) => [at, reported.length]));
});
