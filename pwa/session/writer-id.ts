import { uuidv7 } from "uuidv7";
import type { SettingStorage } from "../ui/device-storage.ts";

/** Returns the id of this browser among those of its user: generated once, sent only to the server. */
export function readWriterId(storage: SettingStorage): string {
  const known = storage.getItem("writerId");
  if (known) return known;
  const chosen = uuidv7();
  storage.setItem("writerId", chosen);
  return chosen;
}
