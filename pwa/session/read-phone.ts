import { firstValueFrom } from "rxjs";
import { settingDefaults } from "../../contracts/account/setting-defaults.ts";
import type { PhoneHome, PhoneReading } from "../../contracts/phones.ts";
import type { DeviceDesk } from "../../sync/client/index.ts";

export type PhoneReader = (typed: string) => PhoneReading;
export type PhoneLibrary = typeof import("../../contracts/phone-numbers.ts");

let loaded: PhoneLibrary | null = null;
export const loadedPhoneLibrary = (): PhoneLibrary | null => loaded;

/** It is large and only forms with a number need it. The service worker has stored it for use without internet. */
export async function loadPhoneLibrary(): Promise<PhoneLibrary> {
  loaded ??= await import("../../contracts/phone-numbers.ts");
  return loaded;
}

/** Reads a number by the company's country and area code, outside components. */
export async function readPhoneOn(desk: DeviceDesk, typed: string): Promise<PhoneReading> {
  const { readPhone } = await loadPhoneLibrary();
  const settings = await firstValueFrom(desk.refs$("setting"));
  const value = (key: "phoneCountry" | "phoneAreaCode") =>
    settings.find(({ id }) => id === key)?.name ?? settingDefaults[key];
  const home: PhoneHome = { country: value("phoneCountry"), areaCode: value("phoneAreaCode") };
  return readPhone(typed, home);
}

/** Returns a number as it is sent: with "+" once it was understood, else as it was typed. */
export function numberToSend(typed: string, read: PhoneReader | null): string {
  const reading = read?.(typed);
  return reading && reading.refused === undefined ? `+${reading.number}` : typed.trim();
}
