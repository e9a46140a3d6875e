import { Clock } from "lucide-react";
import { useSyncExternalStore } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { waitedWords } from "./waited-words.ts";

const LOOK_MS = 15_000;
let minute = Math.floor(Date.now() / 60_000);
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all rows, which runs while any of them is on the screen. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    const next = Math.floor(Date.now() / 60_000);
    if (next === minute) return;
    minute = next;
    for (const tell of listeners) tell();
  }, LOOK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** How long somebody has been waiting to be accepted. */
export function WaitingTime({ since }: { since: string }) {
  useSyncExternalStore(subscribe, () => minute);
  const waited = waitedWords(since, new Date());
  const label = m.list_waits({ time: waited });
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="ml-auto flex shrink-0 items-center gap-1 text-2xs text-warn-ink max-sm:text-xs"
    >
      <Clock aria-hidden="true" size={12} />
      {waited}
    </span>
  );
}
