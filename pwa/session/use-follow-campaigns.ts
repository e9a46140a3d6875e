import { useEffect } from "react";
import type { SettingRef } from "../../contracts/desk/refs.ts";
import { ApiError, NetworkError } from "./api-error.ts";
import { useDesk, useObservable } from "./desk.tsx";
import { refreshSession } from "./session.ts";
import { useUser } from "./use-session.ts";

const none: SettingRef[] = [];

/**
 * Renews the session when a super user has enabled or disabled the company's campaigns: the menu, the screens and
 * `cshow` follow the session's user. The change arrives with the settings that this device replicates.
 */
export function useFollowCampaigns(): void {
  const desk = useDesk();
  const { company } = useUser();
  const settings = useObservable<SettingRef[]>(() => desk.refs$("setting"), [desk], none);
  const present = settings.find(({ id }) => id === "campaignsEnabled")?.name;
  const known = company.settings?.find(({ key }) => key === "campaignsEnabled")?.value;
  useEffect(() => {
    if (present === undefined || present === known) return;
    refreshSession().catch((error: unknown) => {
      // The next request renews the session.
      if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
    });
  }, [present, known]);
}
