import type { PresenceNotice } from "../../domain/desk/presence/index.ts";
import type { ChannelMessaging } from "../channel.ts";
import type { Lease } from "./lease.ts";

/** A connection on any channel while this process owns it. */
export type HostedConnection = {
  readonly lease: Lease;
  /** The messaging of the channel, if it has any. */
  readonly channel?: ChannelMessaging;
  start(): Promise<void>;
  /** Waits for work in progress; the connection stays linked. */
  stop(drainMs: number): Promise<void>;
  /** Unlinks the connection at a user's request. */
  logOut(): Promise<void>;
  /** There may be work to do. */
  wake(): void;
  /** An agent's presence at one of its tickets. */
  onPresence(notice: PresenceNotice): void;
};
