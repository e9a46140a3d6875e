import { afterEach, expect, test } from "vitest";
import { connectionReasons, connectionStatuses } from "../../../contracts/desk/connections.ts";
import { locales, overwriteGetLocale } from "../../i18n/paraglide/runtime.js";
import { lifeOf } from "./connection-phase.ts";
import { actionsOf } from "./parts/connection-status.ts";

afterEach(() => overwriteGetLocale(() => "pt"));

const still = { firstContactsAfter: null, firstConnectedAt: "2026-05-04T12:00:00.000Z" };
const everyLife = [
  ...connectionStatuses.map((status) => ({ status, reason: null, ...still })),
  ...connectionReasons.map((reason) => ({ status: "DISCONNECTED" as const, reason, ...still })),
];

test.each(locales)("each status and each reason says in %s what happened and what to do", (locale) => {
  overwriteGetLocale(() => locale);
  for (const one of everyLife) {
    const { happened, todo } = lifeOf(one);
    const name = `${one.status} ${one.reason}`;
    for (const sentence of [happened, todo]) expect(sentence, name).toMatch(/^\p{Lu}.{8,}\.$/u);
  }
});

test("a number that was never connected is neither down nor keeps messages waiting", () => {
  const { happened, todo, action } = lifeOf({ status: "DISCONNECTED", reason: null, ...still, firstConnectedAt: null });
  expect([happened, todo, action]).toEqual([
    "Ainda não foi conectada.",
    "Peça um QR Code e leia com o celular.",
    "newQr",
  ]);
});

test("each reason has its own text in every language", () => {
  const told = locales.map((locale) => {
    overwriteGetLocale(() => locale);
    return connectionReasons.map((reason) => lifeOf({ status: "DISCONNECTED", reason, ...still }).happened);
  });
  for (const sentences of told) expect(new Set(sentences).size).toBe(connectionReasons.length);
  expect(new Set(told.flat()).size).toBe(connectionReasons.length * locales.length);
});

test("the advised action is one of the possible actions", () => {
  for (const one of everyLife) {
    const channel = one.reason?.startsWith("ERR_META") ? "facebook" : "whatsapp";
    const { action } = lifeOf(one);
    if (action) expect(actionsOf({ channel, status: one.status }), `${one.status} ${one.reason}`).toContain(action);
  }
});

test("a restricted number says until when, and works again afterwards", () => {
  const until = new Date(2026, 4, 20, 15, 30);
  const one = { status: "CONNECTED" as const, reason: null, ...still, firstContactsAfter: until.toISOString() };
  expect(lifeOf(one, new Date(until.getTime() - 1)).happened).toContain("15:30");
  expect(lifeOf(one, until)).toEqual(lifeOf({ ...one, firstContactsAfter: null }));
});
