import { expect, test } from "vitest";
import { readMailHost, readMailSender } from "./mail-server.ts";

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
