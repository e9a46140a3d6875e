export { type AddressPolicy, publicHostsAnd, requireAllowed, UntrustedFetchError } from "./address-policy.ts";
export {
  fetchUntrusted,
  fetchUntrustedStream,
  type UntrustedAnswer,
  type UntrustedRequest,
  type UntrustedStream,
} from "./fetch-untrusted.ts";
export { isPrivateHost } from "./private-addresses.ts";
