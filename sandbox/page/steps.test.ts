import { describe, expect, test } from "vitest";
import { advance, currentStep, type Facts, type Progress } from "./steps.ts";

const answer = { id: "a1", count: 1, ack: 2, isAgents: true };
const held = { id: "a1", fromMe: false, receivedCount: 1 };
const beforeCut: Progress = { done: ["answer", "read"], answersAtCut: 0 };
const afterCut: Progress = { done: ["answer", "read", "cut"], answersAtCut: 1 };

const facts = (change: Partial<Facts> = {}): Facts => ({
  desk: { messages: [answer], wasTransferred: false },
  held: [held],
  internet: "good",
  frame: { linkUp: true, waiting: 0 },
  ...change,
});
const withMessages = (...messages: Facts["desk"]["messages"]) => facts({ desk: { messages, wasTransferred: false } });
const nothing: Progress = { done: [], answersAtCut: 0 };

describe("sandbox page, five steps", () => {
  test("the step \"answer\" is done by an agent's message that WhatsApp accepted, not by the bot's or by a pending one", () => {
    expect(advance(nothing, withMessages({ ...answer, isAgents: false })).done).toEqual([]);
    expect(advance(nothing, withMessages({ ...answer, ack: 0 })).done).toEqual([]);
    expect(advance(nothing, facts()).done).toEqual(["answer"]);
  });

  test('the step "read" is done when Balcão has the customer\'s read receipt', () => {
    expect(advance(nothing, withMessages({ ...answer, ack: 3 })).done).toEqual(["answer", "read"]);
  });

  test('the step "cut" is done when an action waits on the device without internet', () => {
    const frame = { linkUp: false, waiting: 1 };
    expect(advance(beforeCut, facts({ internet: "none", frame: { linkUp: false, waiting: 0 } }))).toBe(beforeCut);
    expect(advance(beforeCut, facts({ internet: "good", frame }))).toBe(beforeCut);
    expect(advance(beforeCut, facts({ internet: "none", frame }))).toEqual(afterCut);
  });

  test('the step "restore" is done when a new answer arrived once at the phone and nothing waits', () => {
    const second = { ...answer, id: "a2" };
    const desk = { messages: [answer, second], wasTransferred: false };
    const both = [held, { ...held, id: "a2" }];
    const isRestored = (change: Partial<Facts>, progress = afterCut) =>
      advance(progress, facts({ desk, held: both, ...change })).done.includes("restore");
    expect(isRestored({})).toBe(true);
    expect(isRestored({}, beforeCut)).toBe(false);
    expect(isRestored({ internet: "none" })).toBe(false);
    expect(isRestored({ frame: { linkUp: true, waiting: 1 } })).toBe(false);
    expect(isRestored({ desk: { messages: [answer], wasTransferred: false } })).toBe(false);
    expect(isRestored({ held: [held] })).toBe(false);
    expect(isRestored({ held: [held, { ...held, id: "a2", receivedCount: 2 }] })).toBe(false);
    expect(isRestored({ desk: { ...desk, messages: [answer, { ...second, count: 2 }] } })).toBe(false);
  });

  test('the step "help" is done when the ticket was transferred; done steps stay done, and the first open step is current', () => {
    const progress = advance(afterCut, facts({ desk: { messages: [], wasTransferred: true } }));
    expect(progress).toEqual({ done: ["answer", "read", "cut", "help"], answersAtCut: 1 });
    expect(currentStep(progress)).toBe("restore");
    expect(currentStep(nothing)).toBe("answer");
    expect(advance(progress, facts({ desk: { messages: [], wasTransferred: false } }))).toBe(progress);
  });
});
