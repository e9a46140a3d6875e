import { m } from "../i18n/paraglide/messages.js";
import { toast } from "./toasts/toast.tsx";

/** The part of the browser's storage that settings use. */
export type SettingStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The values that the browser has refused to store. They hold until the page closes. */
const unstored = new Map<string, string>();

/**
 * Stores a value that the page has in any case. Returns false when the browser refuses it: the storage is full or
 * turned off.
 */
export function tryToStore(storage: Pick<Storage, "setItem">, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

const storageWith = (onRefused: () => void): SettingStorage => ({
  getItem: (key) => unstored.get(key) ?? localStorage.getItem(key),
  setItem(key, value) {
    if (tryToStore(localStorage, key, value)) return void unstored.delete(key);
    unstored.set(key, value);
    onRefused();
  },
  removeItem(key) {
    unstored.delete(key);
    localStorage.removeItem(key);
  },
});

/** Says that what the user has just chosen or typed holds in this page only; several times at once are one line. */
export const sayUnstored = (): void => toast.error(m.shell_setting_unstored(), { id: "unstored" });

/** Stores the choices of the device's user. Says so when the browser refuses one, which then holds in this page. */
export const deviceStorage = storageWith(sayUnstored);

/** Stores what the user has not chosen. A refused value holds in this page, without a line. */
export const quietStorage = storageWith(() => {});
