import { m } from "../i18n/paraglide/messages.js";
import { toast } from "./toast.tsx";

/** The part of the browser's storage that settings use. */
export type SettingStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** What the browser has refused to store: it holds until the page closes. */
const unstored = new Map<string, string>();

const storageWith = (onRefused: () => void): SettingStorage => ({
  getItem: (key) => unstored.get(key) ?? localStorage.getItem(key),
  setItem(key, value) {
    try {
      localStorage.setItem(key, value);
      unstored.delete(key);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      unstored.set(key, value);
      onRefused();
    }
  },
  removeItem(key) {
    unstored.delete(key);
    localStorage.removeItem(key);
  },
});

/** Says that what the user has just chosen holds in this page only. */
export const sayUnstored = (): void => toast.error(m.shell_setting_unstored());

/** Where this device keeps its user's choices. One that the browser refuses to store holds in this page, and is said. */
export const deviceStorage = storageWith(sayUnstored);

/** The same for what the user has not chosen, and need not know. */
export const quietStorage = storageWith(() => {});
