import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP } from "node:net";

/** Networks that are not the public internet, and prefixes that carry an IPv4 address inside an IPv6 one. */
const blocked = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  blocked.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["::", 96], // unspecified, loopback and the deprecated IPv4-compatible addresses
  ["64:ff9b::", 96], // NAT64
  ["64:ff9b:1::", 48], // NAT64 of one network
  ["2002::", 16], // 6to4
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10], // site-local, deprecated
  ["ff00::", 8],
] as const)
  blocked.addSubnet(net, prefix, "ipv6");

/** True for an IP address of a private, local or reserved network. IPv4-mapped IPv6 addresses count as their IPv4 address. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "");
  return blocked.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}

/** True for a URL's hostname that is a private IP address or a name of this machine. Does not ask DNS. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return isIP(host) === 0 ? host === "localhost" || host.endsWith(".localhost") : isPrivateAddress(host);
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * A `lookup` option for sockets that fails when the name has a private address. It runs when the connection is made,
 * so a name that changes its address after an earlier check is refused.
 */
export const lookupPublic =
  (refuse: () => Error) =>
  (hostname: string, options: LookupOptions, done: LookupDone): void => {
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) return done(error ?? refuse(), []);
      if (found.some(({ address }) => isPrivateAddress(address))) return done(refuse(), []);
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
