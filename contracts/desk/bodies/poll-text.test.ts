import { expect, test } from "vitest";
import { pollText, readPoll } from "./poll-text.ts";

const day = { question: "Que dia?", options: ["Terça", "Quinta"] };

test("a poll is its question and options, and says by the bullet whether several may be chosen", () => {
  expect(pollText({ ...day, choice: "one" })).toBe("📊 *Que dia?*\n○ Terça\n○ Quinta");
  expect(pollText({ ...day, choice: "several" })).toBe("📊 *Que dia?*\n☐ Terça\n☐ Quinta");
  expect(pollText({ question: " a\nb ", options: ["c\nd", " "], choice: "one" })).toBe("📊 *a b*\n○ c d");
});

test("a poll is read as it was written", () => {
  for (const choice of ["one", "several"] as const)
    expect(readPoll(pollText({ ...day, choice }))).toEqual({ ...day, choice });
});

test("another text is no poll", () => {
  for (const body of ["", "📊", "📊 *Vendas*", "📊 *Vendas*\nsubiram", "📊 Vendas\n○ a", "📊 *a*\n○ b\n☐ c"])
    expect(readPoll(body)).toBeNull();
});
