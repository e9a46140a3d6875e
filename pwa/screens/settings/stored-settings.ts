import * as v from "valibot";
import { isSealedSetting, secretsSentBy } from "../../../contracts/account/settings.ts";
import { apiSend } from "../../session/api-fetch.ts";

const Settings = v.array(v.object({ key: v.string(), value: v.string() }));

/** The company's settings by their keys, as the server answers them to admins: a mask stands for a stored secret. */
export type StoredSettings = ReadonlyMap<string, string>;
export const readSettings = (answer: unknown): StoredSettings =>
  new Map(v.parse(Settings, answer).map(({ key, value }) => [key, value] as const));

type Typed = Readonly<Record<string, string>>;

/** Whether the typed value is to be saved. A secret's field is empty at first: an empty one keeps what is stored. */
function isChanged(key: string, value: string, stored: StoredSettings): boolean {
  const before = isSealedSetting(key) ? "" : (stored.get(key) ?? "");
  return value.trim() !== before;
}

export const hasChanges = (typed: Typed, stored: StoredSettings): boolean =>
  Object.entries(typed).some(([key, value]) => isChanged(key, value, stored));

/** Whether saving removes the stored secret, because it would go elsewhere than where it was typed for. */
export const removesSecret = (secret: string, typed: Typed, stored: StoredSettings): boolean =>
  Object.entries(typed).some(([key, value]) => secretsSentBy(key).includes(secret) && isChanged(key, value, stored));

export const saveSetting = (key: string, value: string): Promise<Response> =>
  apiSend("PUT", `/settings/${key}`, { key, value });

/** Saves what was changed, secrets last: an address removes the secret that was stored for another one. */
export async function saveSettings(typed: Typed, stored: StoredSettings): Promise<void> {
  const changed = Object.entries(typed).filter(([key, value]) => isChanged(key, value, stored));
  const inOrder = changed.toSorted(([one], [other]) => Number(isSealedSetting(one)) - Number(isSealedSetting(other)));
  for (const [key, value] of inOrder) await saveSetting(key, value);
}
