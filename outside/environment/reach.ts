import { ConfigError } from "./config-error.ts";

/** Returns whether only this machine can reach a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

type Sandbox = { host: string; isOn: boolean; mayBePublic: boolean };

/**
 * Refuses to start the sandbox, which has no sign-in, where other machines can reach it without explicit permission.
 */
export function refusePublicSandbox({ host, isOn, mayBePublic }: Sandbox): void {
  if (!isOn || mayBePublic || isLoopback(host)) return;
  throw new ConfigError(
    `HOST is ${host} and the sandbox is on: everybody in the network could read and write every company's messages. ` +
      "Set SANDBOX=0, or SANDBOX_PUBLIC=1 if that is what you want.",
  );
}
