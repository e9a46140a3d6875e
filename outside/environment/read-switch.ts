import { ConfigError } from "./config-error.ts";

const on = ["1", "true", "on", "yes"];
const off = ["0", "false", "off", "no", ""];

/** Reads an on/off variable. `unset` is its value when the variable does not exist; an empty one is off. */
export function readSwitch(name: string, value: string | undefined, unset = false): boolean {
  if (value === undefined) return unset;
  const word = value.trim().toLowerCase();
  if (on.includes(word)) return true;
  if (off.includes(word)) return false;
  throw new ConfigError(`${name} is "${value}": write 1, true, on or yes, or else 0, false, off or no.`);
}
