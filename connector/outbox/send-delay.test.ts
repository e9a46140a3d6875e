import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultConfig } from "../config.ts";
import { agentOf } from "../testing/given-agent-words.ts";
import { givenLinked, openWorld, until } from "../testing/given-desk.ts";
import { nextPauseMs } from "./send-delay.ts";

test("nextPauseMs returns varying pauses between its bounds", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 5_000 }), (least, more) => {
      const pace = { least, most: least + more };
      const pauses = Array.from({ length: 20 }, () => nextPauseMs(pace));
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(pace.least);
      expect(Math.max(...pauses)).toBeLessThan(pace.most);
      expect(new Set(pauses).size).toBeGreaterThan(1);
    }),
    { seed: 5 },
  );
  expect(defaultConfig.paceMs.most).toBeGreaterThan(defaultConfig.paceMs.least);
});

test("the pause applies to the next message to any contact, and to the next edit", async () => {
  const world = await openWorld();
  try {
    // Longer than the test: with the pause respected, one message was sent when it ends.
    const hour = 3_600_000;
    await world.connector({ paceMs: { least: hour, most: 2 * hour }, drainMs: 0 });
    const { desk, shop } = await givenLinked(world.database, world.emulator);
    const people = ["Ana Prado", "Bia"].map((name) => world.emulator.createContact({ name }));
    for (const person of people) await person.sendText(shop, "bom dia");
    await until(async () => (await desk.tickets()).length === 2);
    const agent = agentOf(desk, world.dataDir);
    const ids = [];
    for (const { id } of await desk.tickets()) ids.push(await agent.write(id, "oi"));
    const arrived = () => people.flatMap(({ messages }) => [...messages.values()].filter(({ fromMe }) => !fromMe));
    await until(() => arrived().length > 0);
    for (const id of ids) await agent.edit(id, "olá");
    await pause(500);
    expect(arrived()).toHaveLength(1);
  } finally {
    await world.close();
  }
});
