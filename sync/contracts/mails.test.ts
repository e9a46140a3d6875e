import * as v from "valibot";
import { expect, test } from "vitest";
import { MAIL_RECIPIENTS, NewMail, readMailHost, readMailSender, splitAddresses } from "./mails.ts";

test.each([
  ["mail.olaria.example", { host: "mail.olaria.example", port: 587, isSecure: false }],
  ["Mail.Olaria.example:2525", { host: "mail.olaria.example", port: 2525, isSecure: false }],
  ["mail.olaria.example:465", { host: "mail.olaria.example", port: 465, isSecure: true }],
  ["smtp://mail.olaria.example", { host: "mail.olaria.example", port: 587, isSecure: false }],
  ["smtps://mail.olaria.example/", { host: "mail.olaria.example", port: 465, isSecure: true }],
  ["smtps://mail.olaria.example:4650", { host: "mail.olaria.example", port: 4650, isSecure: true }],
  ["[::1]:25", { host: "[::1]", port: 25, isSecure: false }],
])("%s is a mail server", (text, host) => {
  expect(readMailHost(text)).toEqual(host);
});

test.each([
  "",
  " ",
  "http://a.example",
  "smtp://u:p@a.example",
  "smtp://a.example/x",
  "a b",
  "a.example:0x",
  "a.example:70000",
])("%j is no mail server", (text) => {
  expect(readMailHost(text)).toBeNull();
});

test("a sender is an address with or without a name", () => {
  expect(readMailSender("a@b.example")).toEqual({ name: "", address: "a@b.example" });
  expect(readMailSender('"Olaria, Serra" <a@b.example>')).toEqual({ name: "Olaria, Serra", address: "a@b.example" });
  for (const text of ["", "Olaria", "Olaria <x>", "a@b.example\r\nBcc: c@d.example", "O\r\nBcc: x <a@b.example>"])
    expect(readMailSender(text)).toBeNull();
});

test.each([
  ["a@b.example, c@d.example,e@f.example", ["a@b.example", "c@d.example", "e@f.example"]],
  ["a@b.example;c@d.example\nf@g.example\te@f.example", ["a@b.example", "c@d.example", "f@g.example", "e@f.example"]],
  ['Ana Prado <a@b.example>; "Silva, Bia" <c@d.example>', ["a@b.example", "c@d.example"]],
  ["yara@exemplo,com", ["yara@exemplo,com"]],
  ["um, dois", ["um", "dois"]],
  ["mailto:ana@x.example, [bia@x.example].", ["ana@x.example", "bia@x.example"]],
  [" ,; ", []],
])("%j is split", (text, addresses) => {
  expect(splitAddresses(text)).toEqual(addresses);
});

const mail = { to: ["a@b.example"], subject: "Oi", body: "Olá" };
test("a mail has at most 200 different valid recipients, and no line break in its headers", () => {
  const many = (count: number) => Array.from({ length: count }, (_, number) => `p${number}@b.example`);
  expect(v.is(NewMail, { ...mail, to: many(MAIL_RECIPIENTS) })).toBe(true);
  expect(v.is(NewMail, { ...mail, to: many(MAIL_RECIPIENTS + 1) })).toBe(false);
  expect(v.parse(NewMail, { ...mail, to: ["a@b.example", " A@B.example "] }).to).toEqual(["A@B.example"]);
  const wrong = [
    { to: [] },
    { to: ["a@b"] },
    { to: ["a@b.example\r\nBcc: c@d.example"] },
    { to: ["a@b.example>\r\nRCPT TO:<c@d.example"] },
    { subject: "Oi\r\nBcc: c@d.example" },
    { subject: "Oi\nX" },
    { subject: " " },
    { body: " \n" },
    { sendAt: "2026-02-30T10:00" },
  ];
  for (const one of wrong) expect([one, v.is(NewMail, { ...mail, ...one })]).toEqual([one, false]);
});
