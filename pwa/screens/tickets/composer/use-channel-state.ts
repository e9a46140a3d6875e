import { isRestricted } from "../../../../contracts/desk/connections.ts";
import { useSyncStatus } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";

/**
 * `offline`: this device has no network. `stuck`: nor does it store what is written. `down`: the connection does not reach the channel. `restricted`: the channel
 * holds first messages of the connection, and this contact never wrote.
 */
export type ChannelState = "up" | "offline" | "stuck" | "down" | "restricted";

export function useChannelState(connectionId: string | null, hasWritten: boolean): ChannelState {
  const { linkUp, stores } = useSyncStatus();
  const connection = useDirectory().connections.get(connectionId ?? "");
  if (!linkUp) return stores ? "offline" : "stuck";
  if (!connection) return "up";
  if (connection.status !== "CONNECTED") return "down";
  return !hasWritten && isRestricted(connection) ? "restricted" : "up";
}
