import { ConfigError } from "./config-error.ts";

/** Reads the http(s) address of a service, without a slash at its end. `unset` is its value when it is not set. */
export function readAddress(name: string, value: string | undefined, unset: string): string {
  const address = value?.trim() || unset;
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
    throw new ConfigError(`${name} is "${address}": write an address that begins with https://.`);
  return address.replace(/\/+$/, "");
}
