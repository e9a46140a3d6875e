import * as v from "valibot";
import { expect, test } from "vitest";
import table from "../proof/field/emails.json" with { type: "json" };
import { SignUpInput } from "./account/sign-up.ts";
import { NewUserInput } from "./account/users.ts";
import { NewContact } from "./desk/contacts.ts";
import { EmailAddress, isEmail, readEmailCell } from "./emails.ts";
import { ContactListItemInput } from "./marketing/contact-lists.ts";
import { MailAddress } from "./office/mails.ts";

const doors = {
  "a contact": NewContact.entries.email,
  "a list's person": ContactListItemInput.entries.email,
  "a mail": MailAddress,
  "a user": NewUserInput.entries.email,
  "a sign-up": SignUpInput.entries.email,
};

test.each(table.valid)("the e-mail %j is accepted by every door", (email) => {
  expect(Object.entries(doors).filter(([, schema]) => !v.is(schema, email))).toEqual([]);
});

test.each(table.invalid)("the e-mail %j is refused by every door", (email) => {
  expect(Object.entries(doors).filter(([, schema]) => v.is(schema, email))).toEqual([]);
});

test("an e-mail has at most 254 characters, 64 of them before the @, and 63 in each part of its domain", () => {
  const ofDomain = (length: number) => `${"a".repeat(length)}.example`;
  expect([`${"a".repeat(64)}@x.example`, `a@${ofDomain(63)}`].map(isEmail)).toEqual([true, true]);
  expect([`${"a".repeat(65)}@x.example`, `a@${ofDomain(64)}`].map(isEmail)).toEqual([false, false]);
  const long = `a@${"b.".repeat(122)}example`;
  expect([long.length, isEmail(long), isEmail(`a${long}`), isEmail(`aaa${long}`)]).toEqual([253, true, true, false]);
  expect(v.safeParse(EmailAddress, `${"a".repeat(70_000)}@x.example`).success).toBe(false);
});

test.each(table.cells)("a spreadsheet's e-mail cell is read: $cell", ({ cell, email, rest }) => {
  expect(readEmailCell(cell)).toEqual({ email, rest });
});
