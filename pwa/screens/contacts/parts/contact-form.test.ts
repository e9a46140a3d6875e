import { expect, test } from "vitest";
import type { ContactDocument } from "../../../../sync/contracts/contacts.ts";
import { changeOf, contactProblems, emptyContact, formOf } from "./contact-form.ts";

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
  const short = contactProblems({ ...emptyContact, name: "H", number: "123" });
  expect(Object.keys(short)).toEqual(["name", "number"]);
  const whole = { ...emptyContact, name: "Helena", number: "+55 31 95550-0148", email: "h@x.example" };
  expect(contactProblems(whole)).toEqual({});
  expect(Object.keys(contactProblems({ ...formOf(helena), email: "helena@" }))).toEqual(["email"]);
});

test("contactProblems: a number that is not a phone number may stay unchanged", () => {
  const page = { ...formOf(helena), number: "pagina.loja" };
  expect(contactProblems(page).number).toBeTruthy();
  expect(contactProblems(page, "pagina.loja")).toEqual({});
});

test("changeOf: omits an unchanged number and extra information without a name", () => {
  const form = formOf(helena);
  form.extra.push({ key: "new", name: " ", value: "x" });
  expect(changeOf(form, helena)).toEqual({
    name: "Helena Sampaio",
    email: "",
    extraInfo: [{ id: "e1", name: "CPF", value: "123" }],
  });
  expect(changeOf({ ...form, disableBot: true }, helena).disableBot).toBe(true);
  expect(changeOf({ ...form, number: "+55 (31) 95550-0149" }, helena).number).toBe("5531955500149");
});
