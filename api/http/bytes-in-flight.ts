import { MebiByte } from "../../contracts/desk/messages.ts";

/** Two of the largest forms at once; the parts of our own client are 16 times smaller. */
const PER_NETWORK = 130 * MebiByte;
/**
 * Limit for all networks together. The api holds up to three copies of a form while it reads it; MemoryMax in
 * ops/systemd and mem_limit in compose.yaml allow for that.
 */
const IN_ALL = 260 * MebiByte;

/** The bytes of one body. `add` returns whether they fit; `end` releases them. */
export type BodyInFlight = { add(bytes: number): boolean; end(): void };

/** Counts the bytes of the bodies that are being received, by network and in all. */
export function openBytesInFlight({ maxPerNetwork = PER_NETWORK, maxInAll = IN_ALL } = {}) {
  const byNetwork = new Map<string, number>();
  let inAll = 0;
  return {
    begin(network: string): BodyInFlight {
      let own = 0;
      return {
        add(bytes) {
          const here = byNetwork.get(network) ?? 0;
          if (here + bytes > maxPerNetwork || inAll + bytes > maxInAll) return false;
          byNetwork.set(network, here + bytes);
          inAll += bytes;
          own += bytes;
          return true;
        },
        end() {
          const left = (byNetwork.get(network) ?? 0) - own;
          if (left > 0) byNetwork.set(network, left);
          else byNetwork.delete(network);
          inAll -= own;
          own = 0;
        },
      };
    },
  };
}
