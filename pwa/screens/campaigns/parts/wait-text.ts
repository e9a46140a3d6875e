import { m } from "../../../i18n/paraglide/messages.js";
import { endAt, momentAt } from "./campaign-times.ts";
import type { CampaignRow } from "./campaign-wire.ts";

/** Says why a running campaign sends nothing now, and until when; null: it sends. */
export function waitText({ waitsFor, waitsUntil }: CampaignRow, timeZone: string): string | null {
  const at = waitsUntil ? momentAt(waitsUntil, timeZone) : "";
  switch (waitsFor) {
    case "window":
      return m.campaigns_wait_window({ at });
    case "limit":
      return m.campaigns_wait_limit({ at });
    case "connection":
      return m.campaigns_wait_connection();
    case "answers":
      return m.campaigns_wait_answers({ at: waitsUntil ? endAt(waitsUntil, timeZone) : "" });
    default:
      return null;
  }
}
