import { useCan, useDeskUser } from "../../../session/desk.tsx";
import { hasCampaigns } from "../../../shell/menu/sections-for.ts";

/** Returns whether the user may add contacts to contact lists: managers, in a company with campaigns. */
export function useMayAddToList(): boolean {
  const exists = hasCampaigns(useDeskUser());
  return useCan("manageCampaigns") && exists;
}
