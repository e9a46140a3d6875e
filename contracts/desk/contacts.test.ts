import * as v from "valibot";
import { expect, test } from "vitest";
import { ContactChange, changeProblems, NewContact } from "./contacts.ts";

const helena = { name: " Helena Sampaio ", number: "5531988887777" };

test("a new contact without other fields has no e-mail and no additional information, and gets the bot", () => {
  expect(v.parse(NewContact, helena)).toEqual({
    name: "Helena Sampaio",
    number: "5531988887777",
    email: "",
    disableBot: false,
    extraInfo: [],
  });
});

test("a change of a contact carries only its own fields", () => {
  expect(v.parse(ContactChange, {})).toEqual({});
  expect(v.parse(ContactChange, { name: " He ", id: "x", active: false })).toEqual({ name: "He" });
});

test.each([
  ["name", "He", " H "],
  ["name", "H".repeat(50), "H".repeat(51)],
  ["number", "12345678", "1234567"],
  ["number", "1".repeat(50), "1".repeat(51)],
  ["email", "", " "],
  ["email", "helena@loja.example", "helena@"],
])("a new contact: %s accepts %j and refuses %j", (field, passes, fails) => {
  expect([passes, fails].map((value) => v.is(NewContact, { ...helena, [field]: value }))).toEqual([true, false]);
});

const stored = { name: "J", email: "antigo@" };
test.each<[what: string, change: ContactChange, refused: string[]]>([
  ["nothing", {}, []],
  ["the stored values", { name: " J ", email: "antigo@" }, []],
  ["a valid name and e-mail", { name: "Jo", email: "jo@x.example" }, []],
  ["no e-mail", { email: "" }, []],
  ["another short name", { name: "K" }, ["name"]],
  ["a long name", { name: "J".repeat(51) }, ["name"]],
  ["no name", { name: "" }, ["name"]],
  ["another wrong e-mail", { name: "J", email: "novo@" }, ["email"]],
  ["two wrong fields", { name: "K", email: "novo@" }, ["name", "email"]],
])("a change of a contact with %s is judged where it differs", (_what, change, refused) => {
  expect(v.is(ContactChange, change)).toBe(true);
  expect(Object.keys(changeProblems(change, stored))).toEqual(refused);
});

test.each<[string, unknown, unknown]>([
  ["name", "Helena", "H".repeat(1_001)],
  ["disableBot", true, "true"],
  ["extraInfo", [{ name: "CPF", value: "x".repeat(4_096) }], [{ name: "CPF", value: "x".repeat(4_097) }]],
  ["extraInfo", [{ name: "x".repeat(100), value: "" }], [{ name: "x".repeat(101), value: "" }]],
  ["extraInfo", [], [{ name: "CPF" }]],
  [
    "extraInfo",
    Array.from({ length: 50 }, () => ({ name: "CPF", value: "" })),
    Array.from({ length: 51 }, () => ({ name: "CPF", value: "" })),
  ],
])("a contact: %s accepts %j and refuses %j, when created and when changed", (field, passes, fails) => {
  const isValid = (value: unknown) => [
    v.is(NewContact, { ...helena, [field]: value }),
    v.is(ContactChange, { [field]: value }),
  ];
  expect(isValid(passes)).toEqual([true, true]);
  expect(isValid(fails)).toEqual([false, false]);
});
