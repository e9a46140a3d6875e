import * as v from "valibot";
import { expect, test } from "vitest";
import { MAIL_RECIPIENTS, NewMail, splitAddresses } from "./mails.ts";

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
