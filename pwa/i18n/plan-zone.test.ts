import { beforeEach, expect, test } from "vitest";
import { setDeviceZone } from "../testing/device-zone.ts";
import { overwriteGetLocale } from "./paraglide/runtime.js";
import { differsHere, withZone, zoneHint, zoneLine } from "./plan-zone.ts";
import { zoneName } from "./zone-name.ts";

const [SAO_PAULO, MANAUS, NORONHA] = ["America/Sao_Paulo", "America/Manaus", "America/Noronha"];
beforeEach(() => overwriteGetLocale(() => "pt"));

test.each([
  [MANAUS, SAO_PAULO, "2026-11-29T13:15:00Z", true],
  [NORONHA, SAO_PAULO, "2026-11-29T13:15:00Z", true],
  // Another name, the same hour.
  ["America/Recife", SAO_PAULO, "2026-11-29T13:15:00Z", false],
  [SAO_PAULO, SAO_PAULO, "2026-11-29T13:15:00Z", false],
  // São Paulo had daylight saving until 2019, Recife had none.
  ["America/Recife", SAO_PAULO, "2018-12-01T13:15:00Z", true],
  ["America/Recife", SAO_PAULO, "2018-07-01T13:15:00Z", false],
  // In these weeks New York has daylight saving and Lisbon does not.
  ["Africa/Abidjan", "Europe/Lisbon", "2026-03-20T12:00:00Z", false],
  ["Africa/Abidjan", "Europe/Lisbon", "2026-04-20T12:00:00Z", true],
])("a device in %s and a company in %s differ at %s: %s", (device, company, instant, differs) => {
  setDeviceZone(device);
  expect(differsHere(company, new Date(instant))).toBe(differs);
});

test("the zone's name stands behind a planned time only where the device's clock shows another one", () => {
  setDeviceZone(MANAUS);
  expect(withZone("hoje, 10:15", SAO_PAULO, "2026-11-29T13:15:00Z")).toBe("hoje, 10:15 (horário de Brasília)");
  setDeviceZone(SAO_PAULO);
  expect(withZone("hoje, 10:15", SAO_PAULO, "2026-11-29T13:15:00Z")).toBe("hoje, 10:15");
});

test("a screen names its zone when the clocks differ at one of the instants that it shows", () => {
  setDeviceZone("Africa/Abidjan");
  const [winter, summer] = [new Date("2026-03-20T12:00:00Z"), new Date("2026-04-20T12:00:00Z")];
  expect(zoneLine("Europe/Lisbon", [winter])).toBeNull();
  expect(zoneLine("Europe/Lisbon", [winter, summer])).toBe(`Horários desta tela: ${zoneName("Europe/Lisbon")}`);
});

test.each([
  [MANAUS, "2026-11-29T10:15", "Fuso: horário de Brasília. Neste aparelho: 09:15"],
  [NORONHA, "2026-11-29T10:15", "Fuso: horário de Brasília. Neste aparelho: 11:15"],
  [MANAUS, "2026-11-29T00:15", "Fuso: horário de Brasília. Neste aparelho: 28/11/2026 23:15"],
  [NORONHA, "2026-11-29T23:30", "Fuso: horário de Brasília. Neste aparelho: 30/11/2026 00:30"],
  [MANAUS, "", "Fuso: horário de Brasília"],
  [SAO_PAULO, "2026-11-29T10:15", undefined],
  [SAO_PAULO, "", undefined],
])("a field on a device in %s with %j says: %s", (device, minute, hint) => {
  setDeviceZone(device);
  expect(zoneHint(SAO_PAULO, minute)).toBe(hint);
});
