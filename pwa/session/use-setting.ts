import { settingDefaults, TIME_ZONE_KEY } from "../../contracts/account/setting-defaults.ts";
import type { SettingKey } from "../../contracts/account/settings.ts";
import type { SettingRef } from "../../contracts/desk/refs.ts";
import { useDesk, useObservable } from "./desk.tsx";

export type Settings = Record<SettingKey | typeof TIME_ZONE_KEY, string>;

const unread: Settings = { ...settingDefaults, [TIME_ZONE_KEY]: "America/Sao_Paulo" };

/** Returns the company's settings as stored on this device, updated live. */
export function useSettings(): Settings {
  const desk = useDesk();
  const stored = useObservable<SettingRef[]>(() => desk.refs$("setting"), [desk], none);
  return { ...unread, ...Object.fromEntries(stored.map(({ id, name }) => [id, name])) };
}

const none: SettingRef[] = [];
