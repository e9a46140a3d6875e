import { expect, test } from "vitest";
import { networkOfCaller } from "./caller.ts";

test.each([
  ["the last forwarded entry", "203.0.113.7, 198.51.100.2", "10.0.0.9", true, "198.51.100.2"],
  ["a forwarded entry with a port", "198.51.100.2:51234", "10.0.0.9", true, "198.51.100.2"],
  ["the /64 of a forwarded IPv6 address", "2001:db8:0:1:a:b:c:d", "10.0.0.9", true, "2001:db8:0:1"],
  ["the same /64", "[2001:db8:0:1::2]:443", "10.0.0.9", true, "2001:db8:0:1"],
  ["the next /64", "2001:db8:0:2::2", "10.0.0.9", true, "2001:db8:0:2"],
  ["an untrusted header", "203.0.113.7", "10.0.0.9", false, "10.0.0.9"],
  ["no header", undefined, "::ffff:10.0.0.9", true, "10.0.0.9"],
  ["an empty header", "", "2001:db8:0:1::7", true, "2001:db8:0:1"],
  ["neither", undefined, undefined, true, "unknown"],
])("the network of a caller with %s", (_name, forwarded, remote, trustsProxy, network) => {
  expect(networkOfCaller({ forwarded, remote }, trustsProxy)).toBe(network);
});
