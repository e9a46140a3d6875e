import { afterEach, expect, test } from "vitest";
import { connectionStatuses } from "../../../contracts/desk/connections.ts";
import { locales, overwriteGetLocale } from "../../i18n/paraglide/runtime.js";
import { trafficText } from "./traffic.ts";

afterEach(() => overwriteGetLocale(() => "pt"));

const now = Date.parse("2026-07-01T17:09:00.000Z");
const none = { id: "c", storedToday: 0, waitingIn: 0, waitingOut: 0, downSince: null };
const words = (status: (typeof connectionStatuses)[number], more: Partial<typeof none> | { downSince: string }) => {
  const { tone, title, text } = trafficText({ channel: "whatsapp", status }, { ...none, ...more }, now) ?? {};
  return [tone, title, text];
};

test("traffic: a connected number says that everything received is stored, or how much is not yet", () => {
  expect(words("CONNECTED", {})).toEqual(["success", "Nada se perdeu", "Nenhuma mensagem recebida hoje"]);
  const all = ["success", "Nada se perdeu", "412 recebidas hoje, 412 guardadas"];
  expect(words("CONNECTED", { storedToday: 412 })).toEqual(all);
  const still = ["info", "Guardando o que chegou", "3 recebidas hoje, 1 guardada"];
  expect(words("CONNECTED", { storedToday: 1, waitingIn: 2 })).toEqual(still);
});

test("traffic: a number that is down says for how long, and a connecting one what it checks", () => {
  const downSince = "2026-07-01T14:37:00.000Z";
  const text = "Quando voltar, buscamos o que chegou nesse tempo";
  expect(words("DISCONNECTED", { downSince })).toEqual(["danger", "Fora do ar há 2 h 32 min", text]);
  const [tone, title, checking] = words("TIMEOUT", { downSince });
  expect([tone, title]).toEqual(["warn", "Intervalo em aberto há 2 h 32 min"]);
  expect(checking).toMatch(/ até agora: conferindo com o WhatsApp$/);
});

test("traffic: a number that was never up says nothing", () => {
  expect(trafficText({ channel: "whatsapp", status: "qrcode" }, none, now)).toBeNull();
});

test.each(locales)("traffic: every status has a text in %s", (locale) => {
  overwriteGetLocale(() => locale);
  for (const status of connectionStatuses)
    for (const part of words(status, { downSince: "2026-07-01T14:37:00.000Z" })) expect(part, status).toBeTruthy();
});
