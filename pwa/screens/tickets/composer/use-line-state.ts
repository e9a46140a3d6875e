import { useSyncStatus } from "../../../session/desk.tsx";
import { useDirectory } from "../directory.tsx";

/** `offline`: no network here. `down`: the number itself does not reach the channel. */
export type LineState = "up" | "offline" | "down";

export function useLineState(connectionId: string | null): LineState {
  const { linkUp } = useSyncStatus();
  const connection = useDirectory().connections.get(connectionId ?? "");
  if (!linkUp) return "offline";
  return connection && connection.status !== "CONNECTED" ? "down" : "up";
}
