import { WifiOff } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { Strip } from "../../ui/notice.tsx";
import { clock } from "./when.ts";

/** On top of the sheet while there is no network: since when, that one may go on, and what waits. */
export function OfflineStrip({ onSeeQueue }: { onSeeQueue: () => void }) {
  const { linkUp, since, state, waiting } = useSyncStatus();
  if (linkUp) return null;
  const start =
    since && state === "offline" ? m.tickets_strip_since({ time: clock(since) }) : m.tickets_strip_offline();
  return (
    <Strip
      tone="offline"
      icon={<WifiOff aria-hidden="true" size={16} className="shrink-0" />}
      action={
        waiting > 0 && (
          <button
            type="button"
            onClick={onSeeQueue}
            className="relative shrink-0 font-semibold underline underline-offset-3 after:absolute after:-inset-2"
          >
            {m.tickets_strip_see()}
          </button>
        )
      }
    >
      <b className="font-semibold">{start}</b>{" "}
      {waiting > 0 ? m.tickets_strip_queue({ count: waiting }) : m.tickets_strip_continue()}
    </Strip>
  );
}
