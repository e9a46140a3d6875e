export { type AddressPolicy, publicHostsAnd, requireAllowed, UntrustedFetchError } from "./address-policy.ts";
export {
  fetchUntrusted,
  fetchUntrustedStream,
  type UntrustedRequest,
} from "./fetch-untrusted.ts";
export { isPrivateHost, lookupPublic } from "./private-addresses.ts";
