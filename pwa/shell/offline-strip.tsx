import { HardDrive, WifiOff } from "lucide-react";
import { useState } from "react";
import { clock } from "../i18n/date-time.ts";
import { m } from "../i18n/paraglide/messages.js";
import { useSyncStatus } from "../session/desk.tsx";
import { usePhone } from "../ui/hooks/use-phone.ts";
import { Strip } from "../ui/notice.tsx";

/**
 * Shown above the content while the device stores nothing, and without a network: since when, that work can continue,
 * and the number of pending commands. One line on phones.
 */
export function OfflineStrip({ onSeeQueue }: { onSeeQueue: () => void }) {
  const { linkUp, since, waiting, stores } = useSyncStatus();
  const isPhone = usePhone();
  if (!stores) return <UnstoredStrip linkUp={linkUp} isPhone={isPhone} />;
  if (linkUp) return null;
  const start = since ? m.tickets_strip_since({ time: clock(since) }) : m.tickets_strip_offline();
  const whole = (
    <>
      <b className="font-semibold">{start}</b>{" "}
      {waiting > 0 ? m.tickets_strip_queue({ count: waiting }) : m.tickets_strip_continue()}
    </>
  );
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
            {isPhone ? m.tickets_strip_waiting({ count: waiting }) : m.tickets_strip_see()}
          </button>
        )
      }
    >
      {isPhone ? <OneLine whole={whole} bold={m.tickets_strip_offline()} rest={m.tickets_strip_short()} /> : whole}
    </Strip>
  );
}

/** Says that the device does not store what is written, where it goes, and what helps. */
function UnstoredStrip({ linkUp, isPhone }: { linkUp: boolean; isPhone: boolean }) {
  const whole = (
    <>
      <b className="font-semibold">{m.tickets_strip_unstored()}</b>{" "}
      {linkUp ? m.tickets_strip_unstored_online() : m.tickets_strip_unstored_offline()}
    </>
  );
  return (
    <Strip tone="danger" icon={<HardDrive aria-hidden="true" size={16} className="shrink-0" />}>
      {isPhone ? <OneLine whole={whole} bold={m.sync_unstored()} rest={m.tickets_strip_unstored_short()} /> : whole}
    </Strip>
  );
}

/** Shows `bold` and `rest` in one line; a tap shows the whole text. */
function OneLine({ whole, bold, rest }: { whole: React.ReactNode; bold: string; rest: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
      className={isOpen ? "block w-full text-left" : "block w-full truncate text-left"}
    >
      {isOpen ? (
        whole
      ) : (
        <>
          <b className="font-semibold">{bold}</b> {rest}
        </>
      )}
    </button>
  );
}
