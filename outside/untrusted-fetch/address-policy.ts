import { isPrivateHost } from "./private-addresses.ts";

/** The addresses that one kind of request may reach. */
export type AddressPolicy = {
  /** Allow-list. Called with the complete address, and again with the target of each redirect. */
  isAllowed(url: URL): boolean;
  /** True for an address that may lead into a private network: stand-ins on this machine. Default: none may. */
  isPrivateAllowed?(url: URL): boolean;
};

/** Every public host, and the given origins of this machine ("http://127.0.0.1:9000"). */
export const publicHostsAnd = (origins: readonly string[]): AddressPolicy => ({
  isAllowed: () => true,
  isPrivateAllowed: (url) => origins.includes(url.origin),
});

/** The request breaks a rule of this module: repeating it does not help. Network errors and timeouts are other errors. */
export class UntrustedFetchError extends Error {}

export const refusePrivate = () => new UntrustedFetchError("the address leads into a private network");

/** Throws `UntrustedFetchError` when the address itself breaks the policy. What its name resolves to is checked later. */
export function requireAllowed(url: URL, policy: AddressPolicy): void {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new UntrustedFetchError("the address is not HTTP");
  if (!policy.isAllowed(url)) throw new UntrustedFetchError(`requests to ${url.host} are not allowed`);
  if (isPrivateHost(url.hostname) && !policy.isPrivateAllowed?.(url)) throw refusePrivate();
}
