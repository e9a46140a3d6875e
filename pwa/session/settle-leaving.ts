import { leaveDevice } from "../../sync/client/index.ts";
import { readOwedLeavings, settleOwedLeaving } from "./owed-leaving.ts";
import { readStoredSession } from "./session-keys.ts";

/** Lets the data of ended sessions leave this device. A user who signed in again keeps it. */
export async function settleLeaving(storage: Storage): Promise<void> {
  for (const leaving of readOwedLeavings(storage)) {
    const isAway = () => readStoredSession(storage)?.user.id !== leaving.owner.id;
    await leaveDevice(leaving, isAway);
    settleOwedLeaving(storage, leaving);
  }
}
