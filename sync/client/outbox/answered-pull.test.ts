import { expect, test, vi } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { createAnsweredPull } from "./answered-pull.ts";
import type { OutboxRecord } from "./entry.ts";

const answered = (rev: number | null, payload: object = { ticketId: "t" }) => ({
  record: { type: "message.send", payload } as OutboxRecord,
  answer: { id: "c1", status: rev === null ? ("rejected" as const) : ("applied" as const), rev, code: null },
});

function given() {
  const { clock, advance, delays } = manualClock();
  const pull = vi.fn();
  return { advance, delays, pull, answers: createAnsweredPull({ clock, pull }) };
}

test("an answer pulls the collections that show the command, up to its revision", () => {
  const { pull, answers } = given();
  answers.pull([answered(7)]);
  expect(pull.mock.calls).toEqual([[["tickets", "threads"], 7]]);
});

test("an answer to a message that sends a shared draft pulls the drafts, too", () => {
  const { pull, answers } = given();
  answers.pull([answered(7, { ticketId: "t", draft: { text: "Bom dia", baseRev: 1, writerId: "w" } })]);
  expect(pull.mock.calls).toEqual([[["tickets", "threads", "drafts"], 7]]);
});

test("while the stream brings documents, an answer is pulled only if they stay away; a refusal at once", () => {
  const { pull, answers, advance } = given();
  answers.streamBrings();
  answers.pull([answered(7), answered(null)]);
  expect(pull.mock.calls).toEqual([[["tickets", "threads"], Number.POSITIVE_INFINITY]]);
  advance(1_000);
  expect(pull.mock.lastCall).toEqual([["tickets", "threads"], 7]);
  answers.streamEnded();
  answers.pull([answered(9)]);
  expect(pull.mock.lastCall).toEqual([["tickets", "threads"], 9]);
});

test("after the end nothing is pulled", () => {
  const { answers, delays } = given();
  answers.streamBrings();
  answers.pull([answered(7)]);
  answers.stop();
  expect(delays()).toEqual([]);
});
