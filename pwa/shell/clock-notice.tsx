import { Clock, X } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { clockOffset, TOLERANCE_MS } from "../../sync/client/server-clock.ts";
import { languageTag } from "../i18n/language.ts";
import { m } from "../i18n/paraglide/messages.js";
import { quietStorage } from "../ui/device-storage.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Notice } from "../ui/notice.tsx";

/** The difference at which the user closed the notice; absent while the clock is right. */
const SEEN = "clockNoticeSeen";
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a difference in its largest unit, within a minute: "1 dia", "3 horas", "25 minutos". */
function lengthText(ms: number): string {
  const [unit, unitMs] = (
    [
      ["day", DAY_MS],
      ["hour", HOUR_MS],
    ] as const
  ).find(([, one]) => ms > one - MINUTE_MS) ?? ["minute", MINUTE_MS];
  const format = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(languageTag(), format).format(Math.round(ms / unitMs));
}

/** Says once, until it is closed, that the device's clock is wrong; again when it is wrong by another amount. */
export function ClockNotice() {
  const offsetMs = useSyncExternalStore(clockOffset.subscribe, clockOffset.get);
  const [seen, setSeen] = useState(() => quietStorage.getItem(SEEN));
  if (offsetMs === 0) {
    // The next wrong time is news again.
    if (seen !== null) forget();
    return null;
  }
  if (seen !== null && Math.abs(offsetMs - Number(seen)) <= TOLERANCE_MS) return null;

  function forget() {
    quietStorage.removeItem(SEEN);
    setSeen(null);
  }
  function handleClose() {
    quietStorage.setItem(SEEN, String(offsetMs));
    setSeen(String(offsetMs));
  }
  const length = lengthText(Math.abs(offsetMs));
  return (
    <Notice
      tone="warn"
      icon={<Clock aria-hidden="true" size={16} />}
      className="shrink-0 items-start rounded-none! sm:rounded-t-lg!"
    >
      <span className="flex items-start gap-2">
        <span className="min-w-0 flex-1">{offsetMs < 0 ? m.clock_ahead({ length }) : m.clock_behind({ length })}</span>
        <IconButton size="small" label={m.ui_close()} icon={<X size={16} />} onClick={handleClose} className="-my-1" />
      </span>
    </Notice>
  );
}
