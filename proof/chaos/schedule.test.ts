import { expect, test } from "vitest";
import { type RepertoireName, repertoires } from "./kinds.ts";
import { INBOUND, inProcessFaults, OUTBOUND, scheduleOf } from "./schedule.ts";

const seeds = Array.from({ length: 300 }, (_, place) => place);

test("a schedule depends only on its seed", () => {
  for (const seed of seeds.slice(0, 20)) expect(scheduleOf(seed)).toEqual(scheduleOf(seed));
  expect(scheduleOf(1).steps).not.toEqual(scheduleOf(2).steps);
});

test("every schedule has 20 messages in each direction and several customers, and refers only to earlier messages", () => {
  const all = seeds.flatMap((seed) => [scheduleOf(seed), scheduleOf(seed, { kinds: "all" })]);
  for (const { steps, customers } of all) {
    const said = { write: new Set<number>(), receive: new Set<number>() };
    for (const step of steps) {
      if (step.do === "write" || step.do === "receive") {
        const other = step.do === "write" ? said.receive : said.write;
        if (step.quotes !== null) expect(other).toContain(step.quotes);
        said[step.do].add(step.n);
      } else if (step.do === "takeBack" || step.do === "correct" || step.do === "reactBack")
        expect(said.write).toContain(step.n);
      else if (step.do === "edit" || step.do === "remove" || step.do === "react")
        expect(said.receive).toContain(step.n);
    }
    expect([said.write.size, said.receive.size]).toEqual([OUTBOUND, INBOUND]);
    expect(customers).toBeGreaterThan(1);
  }
});

test("the schedules of a test run contain every fault and every action", () => {
  const steps = seeds.flatMap((seed) => scheduleOf(seed).steps);
  const injected = new Set(steps.flatMap((step) => (step.do === "fault" ? [step.fault.kind] : [])));
  expect(injected).toEqual(new Set(inProcessFaults));
  const words = new Set(steps.map((step) => step.do));
  expect(words).toEqual(new Set(["write", "receive", "edit", "remove", "correct", "takeBack", "read", "fault"]));
});

test.each(Object.entries(repertoires))(
  'schedules for "%s" contain every kind that the channel supports, and no other',
  (name, can) => {
    const steps = seeds.slice(0, 150).flatMap((seed) => scheduleOf(seed, { kinds: name as RepertoireName }).steps);
    const words = new Set(steps.map((step) => step.do));
    const expected: [boolean, string][] = [
      [can.customersTakeBack, "remove"],
      [can.agentsCorrect, "correct"],
      [can.agentsTakeBack, "takeBack"],
      [can.reactions, "react"],
      [can.reactions, "reactBack"],
      [can.ownPhone, "answerOnPhone"],
      [can.calls, "call"],
    ];
    expect(words).toEqual(
      new Set(["write", "receive", "edit", "read", "fault", ...expected.flatMap(([may, word]) => (may ? [word] : []))]),
    );
    const received = steps.filter((step) => step.do === "receive");
    expect(new Set(received.map(({ special }) => special))).toEqual(new Set([null, ...can.special.kinds]));
    expect(new Set(received.map(({ file }) => file))).toEqual(new Set([null, ...can.files.kinds]));
    const written = steps.filter((step) => step.do === "write");
    expect(new Set(written.map(({ as }) => as))).toEqual(new Set(["text", ...can.written.kinds]));
  },
);
