import fc from "fast-check";
import { expect, test } from "vitest";
import { giveTo } from "../../db/testing/given.ts";
import { givenRunning } from "../../domain/marketing/campaigns/testing/given-running.ts";
import { defaultConfig } from "../config.ts";
import { agentOf } from "../testing/agent-actions.ts";
import { givenLinkedConnection, openTestEnvironment, until } from "../testing/given-connection.ts";
import { nextDelayMs } from "./send-delay.ts";

test("nextPauseMs returns varying pauses between its bounds", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 5_000 }), (least, more) => {
      const pace = { least, most: least + more };
      const pauses = Array.from({ length: 20 }, () => nextDelayMs(pace));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(pace.least);
      expect(Math.max(...pauses)).toBeLessThan(pace.most);
      expect(new Set(pauses).size).toBeGreaterThan(1);
    }),
    { seed: 5 },
  );
  expect(defaultConfig.sendDelayMs.most).toBeGreaterThan(defaultConfig.sendDelayMs.least);
});

test("the pause applies to the next message to any contact, and to the next edit", async () => {
  const environment = await openTestEnvironment();
  try {
    const delayMs = 2_000;
    await environment.connector({ sendDelayMs: { least: delayMs, most: delayMs + 1 }, drainMs: 0 });
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    const people = ["Ana Prado", "Bia"].map((name) => environment.emulator.createContact({ name }));
    for (const person of people) await person.sendText(shop, "bom dia");
    await until(async () => (await company.tickets()).length === 2);
    const agent = agentOf(company, environment.dataDir);
    const arrivedAt: number[] = [];
    for (const person of people) person.on("message", () => arrivedAt.push(performance.now()));
    const ids = [];
    for (const { id } of await company.tickets()) ids.push(await agent.write(id, "oi"));
    await until(() => arrivedAt.length === 2);
    for (const id of ids) await agent.edit(id, "olá");
    await until(() => arrivedAt.length === 4);
    const pauses = arrivedAt.slice(1).map((at, n) => at - (arrivedAt[n] ?? 0));
    // A busy machine may hold up the arrival before a pause.
    expect(Math.min(...pauses)).toBeGreaterThan(delayMs / 2);
  } finally {
    await environment.close();
  }
});

test("an agent's reply does not wait for the delay after a campaign message", async () => {
  const environment = await openTestEnvironment();
  giveTo(environment.database);
  try {
    const hour = 3_600_000;
    const sendDelayMs = { least: hour, most: 2 * hour };
    await environment.connector({ sendDelayMs, drainMs: 0, jobs: true, campaignPauseMs: 10 });
    const { company, shop } = await givenLinkedConnection(environment.database, environment.emulator);
    const { companyId, connectionId } = company;
    const [ana, ...others] = ["Ana Prado", "Bia", "Caio"].map((name) => environment.emulator.createContact({ name }));
    await ana?.sendText(shop, "bom dia");
    await until(async () => (await company.tickets()).length === 1);
    const recipients = others.map(({ phone }) => ({ number: phone }));
    await givenRunning({ companyId, connectionIds: [connectionId], recipients, frozen: { messageInterval: 0 } });
    const received = (people: typeof others) =>
      people.flatMap(({ messages }) => [...messages.values()].filter(({ fromMe }) => !fromMe));
    await until(async () => received(others).length === 1 && (await company.messages()).length === 3);
    const [ticket] = (await company.tickets()).filter(({ status }) => status !== "closed");
    await agentOf(company, environment.dataDir).write(ticket?.id ?? "", "oi");
    await until(() => ana !== undefined && received([ana]).length === 1);
    expect(received(others)).toHaveLength(1);
  } finally {
    await environment.close();
  }
});
