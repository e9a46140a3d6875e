import { useEffect, useRef } from "react";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { readReport } from "./report-wire.ts";

/** The last delivery receipts arrive shortly after the end. */
const AFTER_END_MS = 5_000;

/** Loads the report of a campaign, live. When the campaign finishes, it is loaded again five seconds later. */
export function useReport(campaignId: string) {
  const report = useServerData(`/campaigns/${campaignId}/report`, readReport, {
    changesWith: ["campaigns"],
    remember: true,
  });
  const { data, again } = report;
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
