import { expect, test } from "vitest";
import { givenCompanyWire } from "../testing/given-company.ts";
import { companyForm, companyProblems, companyToWire, nextDueDate } from "./company-form.ts";
import { dueTone, dueWords } from "./due-text.ts";

const company = givenCompanyWire();
const now = new Date("2026-11-23T15:00:00Z");

test("+ Vencimento keeps the company's day of the month through a short month", () => {
  const form = companyForm(company);
  const first = nextDueDate(form, company, now);
  expect(first).toBe("2027-02-28");
  expect(nextDueDate({ ...form, dueDate: first, recurrence: "MENSAL" }, company, now)).toBe("2027-03-31");
});

test("+ Vencimento follows a day that was chosen in the form, and today where there is none", () => {
  const form = companyForm(company);
  expect(nextDueDate({ ...form, dueDate: "2027-01-10", recurrence: "MENSAL" }, company, now)).toBe("2027-02-10");
  expect(nextDueDate({ ...companyForm(null), recurrence: "ANUAL" }, null, now)).toBe("2027-11-23");
});

test("a change contains the name and what was changed: a due date that a payment moved meanwhile stays", () => {
  const form = { ...companyForm(company), usersLimit: " 20 ", isActive: false };
  expect(companyToWire(form, company)).toEqual({ id: company.id, name: company.name, usersLimit: 20, status: false });
});

test("a cleared exception and a new due date are sent", () => {
  const limited = givenCompanyWire({ queuesLimit: 4 });
  const form = { ...companyForm(limited), queuesLimit: "", dueDate: "2027-02-28" };
  expect(companyToWire(form, limited)).toMatchObject({ queuesLimit: null, dueDate: "2027-02-28" });
});

test("a new company is sent whole, with its first admin; without a date it begins with a trial", () => {
  const admin = { adminName: " Rita ", adminEmail: "rita@trigo.example", adminPassword: "Segredo-longo-7" };
  const body = companyToWire({ ...companyForm(null), ...admin, name: "Padaria Trigo Bom" }, null);
  expect(body).toMatchObject({
    name: "Padaria Trigo Bom",
    dueDate: null,
    planId: null,
    status: true,
    campaignsEnabled: false,
    usersLimit: null,
    admin: { name: "Rita", email: "rita@trigo.example", password: "Segredo-longo-7" },
  });
  expect(Object.keys(body).some((field) => field.startsWith("adminP"))).toBe(false);
});

test("a new company needs a name and an admin; a limit is a whole number", () => {
  const problems = companyProblems(null)({ ...companyForm(null), usersLimit: "2,5" });
  expect(Object.keys(problems).toSorted()).toEqual(["adminEmail", "adminName", "name", "usersLimit"]);
  expect(companyProblems(company)(companyForm(company))).toEqual({});
});

test.each([
  ["2026-11-29", null, null],
  ["2026-11-28", "yellow", "em 5 dias"],
  ["2026-11-24", "orange", "em 1 dia"],
  ["2026-11-23", "orange", "vence hoje"],
  ["2026-11-20", "orange", "venceu há 3 dias"],
  ["2026-11-19", "red", "venceu há 4 dias"],
  ["2026-11-18", null, "venceu há 5 dias"],
])("due date %s on 23 November: tone %s, words %s", (date, tone, words) => {
  const due = { dueDay: { date, keeps: 1 }, timeZone: "America/Sao_Paulo" };
  expect(dueTone(due, now)).toBe(tone);
  expect(dueWords(due, now)).toBe(words);
});

test("days are counted in the company's time zone", () => {
  const lateEvening = new Date("2026-11-24T02:00:00Z");
  const due = (timeZone: string) => ({ dueDay: { date: "2026-11-24", keeps: 24 }, timeZone });
  expect(dueWords(due("America/Sao_Paulo"), lateEvening)).toBe("em 1 dia");
  expect(dueWords(due("Europe/Lisbon"), lateEvening)).toBe("vence hoje");
});
