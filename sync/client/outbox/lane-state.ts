import { backoffMs } from "../backoff.ts";
import type { Clock } from "../clock.ts";

type LaneState = { failures: number; until: number; isIsolated: boolean };
export type LaneStates = ReturnType<typeof createLaneStates>;

/** The back-offs of failed lanes, in memory: a new sender tries every lane at once. */
export function createLaneStates(clock: Clock) {
  const lanes = new Map<string, LaneState>();

  function stateOf(name: string): LaneState {
    const state = lanes.get(name) ?? { failures: 0, until: 0, isIsolated: false };
    lanes.set(name, state);
    return state;
  }

  return {
    isResting: (name: string, now: number) => (lanes.get(name)?.until ?? 0) > now,
    isIsolated: (name: string) => lanes.get(name)?.isIsolated ?? false,
    /** Begins or lengthens a lane's back-off after a failure. */
    rest(name: string) {
      const lane = stateOf(name);
      lane.failures += 1;
      lane.until = clock.now() + backoffMs(lane.failures, clock.random);
    },
    /** Sends the lane's commands one by one until one is answered. */
    isolate(name: string) {
      stateOf(name).isIsolated = true;
    },
    /** Forgets the lane's failures. */
    recover(name: string) {
      lanes.delete(name);
    },
    /** Ends all back-offs; the failures still count. */
    endRests() {
      for (const lane of lanes.values()) lane.until = 0;
    },
    /** Returns when the first back-off after `now` ends; Infinity: none. */
    nextEnd: (now: number) => Math.min(...[...lanes.values()].map(({ until }) => until).filter((until) => until > now)),
  };
}
