import type { PresenceNotice } from "../domain/presence/index.ts";
import type { MessageLine } from "./channel.ts";
import type { Lease } from "./lease.ts";

/** One connection while this process owns it, of whatever channel. */
export type Hosted = {
  readonly lease: Lease;
  /** What messages go over, where the channel has that. */
  readonly channel?: MessageLine;
  start(): Promise<void>;
  /** Lets what is under way end; the connection stays linked. */
  stop(drainMs: number): Promise<void>;
  /** Ends the link for good, as a person asked. */
  logOut(): Promise<void>;
  /** There may be something to do. */
  wake(): void;
  /** An agent is at one of its conversations. */
  hearPresence(notice: PresenceNotice): void;
};
