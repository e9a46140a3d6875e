import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fillVariables, nameVariables, protocolOf, timeVariables } from "./message-variables.ts";

test("fillVariables fills in known names and keeps unknown ones", () => {
  const text = "{{ firstName }}, {{ms}}! {{constructor}} {{nada}} {firstName}";
  expect(fillVariables(text, { firstName: "Rui", ms: "bom dia" })).toBe(
    "Rui, bom dia! {{constructor}} {{nada}} {firstName}",
  );
});

test("braces in a filled-in value are not filled in again", () => {
  expect(fillVariables("{{name}}", { name: "{{queue}}", queue: "Vendas" })).toBe("{{queue}}");
});

test("nameVariables and timeVariables return the values for a name and a time", () => {
  expect(nameVariables("Helena Sampaio")).toEqual({ firstName: "Helena", name: "Helena Sampaio" });
  expect(timeVariables("2026-11-21T09:05")).toEqual({ ms: "bom dia", date: "21/11/2026", hour: "09:05" });
  expect(["04:59", "05:00", "12:00", "18:00"].map((hour) => timeVariables(`2026-11-21T${hour}`).ms)).toEqual([
    "boa noite",
    "bom dia",
    "boa tarde",
    "boa noite",
  ]);
  expect(protocolOf("2026-11-21T09:05", 4812)).toBe("202611214812");
});

test("a text without double braces stays unchanged, whatever the variables", () => {
  const text = fc.string().filter((one) => !one.includes("{{"));
  fc.assert(
    fc.property(text, fc.string(), (given, name) => fillVariables(given, { name, firstName: name }) === given),
    { seed: 23 },
  );
});

test("a value is filled in literally, also with the signs of a replacement", () => {
  fc.assert(
    fc.property(fc.string(), (name) => fillVariables("<{{name}}>", { name }) === `<${name}>`),
    { seed: 24, examples: [["$&"], ["$1"], ["$`"], ["$$"]] },
  );
});

test("a name without a value stays a variable, and an empty name gives empty values", () => {
  expect(fillVariables("{{queue}}", { queue: undefined })).toBe("{{queue}}");
  expect(fillVariables("[{{queue}}]", { queue: "" })).toBe("[]");
  expect(nameVariables("")).toEqual({ firstName: "", name: "" });
});

const greetings: [text: string, name: string, expected: string][] = JSON.parse(
  readFileSync(new URL("../../proof/field/greetings.json", import.meta.url), "utf8"),
);

test.each(greetings)("%j to the contact %j is %j", (text, name, expected) => {
  expect(fillVariables(text, { ...nameVariables(name), ms: "bom dia" })).toBe(expected);
});
