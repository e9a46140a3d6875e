import { expect, test } from "vitest";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { readPhone } from "../../../../contracts/phone-numbers.ts";
import { changeOf, contactProblems, emptyContact, formOf, newContactOf } from "./contact-form.ts";

const read = (typed: string) => readPhone(typed, { country: "BR", areaCode: "31" });

const helena: ContactDocument = {
  id: "c",
  rev: 3,
  name: "Helena Sampaio",
  number: "5531955500148",
  email: "",
  isGroup: false,
  active: true,
  disableBot: false,
  profilePicUrl: "",
  extraInfo: [{ id: "e1", name: "CPF", value: "123" }],
  search: "helena sampaio",
  createdAt: "2023-03-01T00:00:00Z",
  updatedAt: "2026-11-21T00:00:00Z",
};

test("contactProblems: requires a name of 2 to 50 letters and a number of at least 8 digits; the e-mail may be empty", () => {
  const short = contactProblems({ ...emptyContact, name: "H", number: "123" }, read);
  expect(Object.keys(short)).toEqual(["name", "number"]);
  const whole = { ...emptyContact, name: "Helena", number: "+55 31 95550-0148", email: "h@x.example" };
  expect(contactProblems(whole, read)).toEqual({});
  expect(Object.keys(contactProblems({ ...formOf(helena), email: "helena@" }, read, formOf(helena)))).toEqual([
    "email",
  ]);
});

test("contactProblems: a number that is not a phone number may stay unchanged", () => {
  const page = { ...formOf(helena), number: "pagina.loja" };
  expect(contactProblems(page, read).number).toBeTruthy();
  expect(contactProblems(page, read, page)).toEqual({});
});

test.each([".", "J", "x".repeat(100)])(
  "contactProblems: the stored name %j may stay, and is refused when typed",
  (name) => {
    const stored = { ...formOf(helena), name, email: "h@x.example" };
    expect(contactProblems(stored, read, stored)).toEqual({});
    expect(contactProblems({ ...stored, email: "h@" }, read, stored)).toHaveProperty("email");
    expect(contactProblems({ ...stored, email: "h@" }, read, stored)).not.toHaveProperty("name");
    expect(contactProblems(stored, read, formOf(helena))).toHaveProperty("name");
    expect(contactProblems({ ...stored, name: "" }, read, stored)).toHaveProperty("name");
  },
);

test("changeOf: omits an unchanged number and extra information without a name", () => {
  const form = formOf(helena);
  form.extra.push({ key: "new", name: " ", value: "x" });
  expect(changeOf(form, helena, read)).toEqual({
    name: "Helena Sampaio",
    email: "",
    extraInfo: [{ id: "e1", name: "CPF", value: "123" }],
  });
  expect(changeOf({ ...form, disableBot: true }, helena, read).disableBot).toBe(true);
  expect(changeOf({ ...form, number: "+55 (31) 95550-0149" }, helena, read).number).toBe("+5531955500149");
});

test("contactProblems: says why a number cannot be read", () => {
  const problem = (number: string) => contactProblems({ ...emptyContact, name: "Helena", number }, read).number;
  expect(problem("+55 (20) 98888-7777")).toBe("Este DDD não existe.");
  expect(problem("351912345678")).toBe("De outro país? Comece com + e o código do país.");
  expect(problem("31 98888-7777 / 31 97777-6666")).toBe("Há mais de um número aqui. Deixe só um.");
});

test("newContactOf: sends the number that was understood, with its country code", () => {
  const sent = (number: string) => newContactOf({ ...emptyContact, name: "Loja", number }, read).number;
  expect(sent("(47) 3422-1101")).toBe("+554734221101");
  expect(sent("98888-7704")).toBe("+5531988887704");
  expect(sent("+47 34 22 11 01")).toBe("+4734221101");
  expect(newContactOf({ ...emptyContact, number: "(47) 3422-1101 " }, null).number).toBe("(47) 3422-1101");
});
