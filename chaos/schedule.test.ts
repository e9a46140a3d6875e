import { expect, test } from "vitest";
import { INBOUND, OUTBOUND, scheduleOf, seamFaults } from "./schedule.ts";

const seeds = Array.from({ length: 300 }, (_, place) => place);

test("a schedule is a function of its seed", () => {
  for (const seed of seeds.slice(0, 20)) expect(scheduleOf(seed)).toEqual(scheduleOf(seed));
  expect(scheduleOf(1).steps).not.toEqual(scheduleOf(2).steps);
});

test("each says twenty things in each direction, in several conversations, and names only what was said before", () => {
  for (const { steps, customers } of seeds.map((seed) => scheduleOf(seed))) {
    const said = { write: new Set<number>(), receive: new Set<number>() };
    for (const step of steps) {
      if (step.do === "fault" || step.do === "read") continue;
      if (step.do === "write" || step.do === "receive") {
        const other = step.do === "write" ? said.receive : said.write;
        if (step.quotes !== null) expect(other).toContain(step.quotes);
        said[step.do].add(step.n);
      } else expect(step.do === "takeBack" ? said.write : said.receive).toContain(step.n);
    }
    expect([said.write.size, said.receive.size]).toEqual([OUTBOUND, INBOUND]);
    expect(customers).toBeGreaterThan(1);
  }
});

test("among the schedules of a test run every fault strikes, and every kind of word is said", () => {
  const steps = seeds.flatMap((seed) => scheduleOf(seed).steps);
  const struck = new Set(steps.flatMap((step) => (step.do === "fault" ? [step.fault.kind] : [])));
  expect(struck).toEqual(new Set(seamFaults));
  const words = new Set(steps.map((step) => step.do));
  expect(words).toEqual(new Set(["write", "receive", "edit", "remove", "takeBack", "read", "fault"]));
});
