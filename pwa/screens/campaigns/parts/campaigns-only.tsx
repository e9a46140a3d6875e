import type { ReactNode } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCan } from "../../../session/desk.tsx";
import { useUser } from "../../../session/use-session.ts";
import { NotFoundPage } from "../../../shell/failure-pages.tsx";
import { hasCampaigns } from "../../../shell/menu/sections-for.ts";
import { NotAllowedPage } from "../../../shell/not-allowed-page.tsx";

/** Draws a screen of campaigns: it does not exist for a company without campaigns, and only managers may use it. */
export function CampaignsOnly({ children }: { children: ReactNode }) {
  const exists = hasCampaigns(useUser());
  const isAllowed = useCan("manageCampaigns");
  if (!exists) return <NotFoundPage />;
  return isAllowed ? children : <NotAllowedPage>{m.ui_no_permission_managers_text()}</NotAllowedPage>;
}
