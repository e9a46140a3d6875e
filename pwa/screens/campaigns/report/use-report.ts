import { useEffect, useRef } from "react";
import { useListChanges } from "../../../session/use-list-changes.ts";
import { useServerData } from "../../../session/use-server-data.ts";
import { readReport } from "./report-wire.ts";

/** The server announces changes of a campaign at most this often. */
const REFRESH_MS = 1_000;
/** The last delivery receipts arrive shortly after the end. */
const AFTER_END_MS = 5_000;

/** Loads the report of a campaign, live. When the campaign finishes, it is loaded again five seconds later. */
export function useReport(campaignId: string) {
  const report = useServerData(`/campaigns/${campaignId}/report`, readReport);
  const { data, again } = report;
  useListChanges(["campaigns"], REFRESH_MS, again);
  const status = data?.campaign.status;
  const before = useRef(status);
  useEffect(() => {
    const hasFinished = status === "finished" && before.current !== undefined && before.current !== status;
    before.current = status;
    if (!hasFinished) return;
    const timer = setTimeout(again, AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [status, again]);
  return report;
}
