import { expect, test } from "vitest";
import { givenCommand } from "../testing/given.ts";
import { readyCommands } from "./lanes.ts";

const awake = { rests: () => false, isolated: () => false };
const sent = (records: ReturnType<typeof givenCommand>[]) => readyCommands(records, awake).send.map(({ id }) => id);

test("commands about a schedule created here wait until the server has it", () => {
  const plan = { contactId: "helena", body: "Até amanhã!", sendAt: "2026-07-02T15:30" };
  const made = givenCommand("schedule.create", plan);
  const moved = givenCommand("schedule.change", { scheduleId: made.id, sendAt: "2026-07-03T15:30" });
  const removed = givenCommand("schedule.delete", { scheduleId: made.id });
  expect(sent([made, moved, removed])).toEqual([made.id]);
  const answered = { ...made, state: "answered" as const };
  expect(sent([answered, moved, removed])).toEqual([moved.id, removed.id]);
  // After a refusal the user decides about all three.
  expect(sent([{ ...made, state: "refused" }, moved, removed])).toEqual([]);
});

test("a schedule's changes are sent in order, whichever contact they name, after its creation", () => {
  const contact = givenCommand("contact.create", { name: "Ivo", number: "31988887777" });
  const other = givenCommand("schedule.change", { scheduleId: "a", contactId: contact.id, contactName: "Ivo" });
  const moved = givenCommand("schedule.change", { scheduleId: "a", sendAt: "2026-07-03T15:30" });
  expect(other.lane).toBe(moved.lane);
  expect(sent([contact, other, moved])).toEqual([contact.id]);
  expect(sent([moved, givenCommand("schedule.delete", { scheduleId: "b" })])).toHaveLength(2);
});
