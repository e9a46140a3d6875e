import { ConfigError } from "./config-error.ts";

/** Whether only this machine reaches a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

type Sandbox = { host: string; isOn: boolean; mayBePublic: boolean };

/** Refuses the sandbox, which asks nobody who they are, where other machines reach it and nobody has said that they may. */
export function refusePublicSandbox({ host, isOn, mayBePublic }: Sandbox): void {
  if (!isOn || mayBePublic || isLoopback(host)) return;
  throw new ConfigError(
    `HOST is ${host} and the sandbox is on: everybody in the network could read and write every company's messages. ` +
      "Set SANDBOX=0, or SANDBOX_PUBLIC=1 if that is what you want.",
  );
}
