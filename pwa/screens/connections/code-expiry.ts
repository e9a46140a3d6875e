import { useEffect, useState } from "react";
import { serverNow } from "../../../sync/client/server-clock.ts";

/** WhatsApp shows the first code of a linking for 60 seconds, each later one for 20 seconds. */
const FIRST_SECONDS = 60;
const NEXT_SECONDS = 20;

type Shown = { code: string; life: number | null; since: number };

/**
 * Returns the code with its lifetime in seconds. A code that existed before has a null lifetime, because its age is
 * unknown; a code after an empty one is the first.
 */
export function follow(before: Shown | null, code: string, now: number): Shown {
  if (before?.code === code) return before;
  const life = before === null ? null : before.code === "" ? FIRST_SECONDS : NEXT_SECONDS;
  return { code, life, since: now };
}

export const secondsLeft = ({ life, since }: Shown & { life: number }, now: number): number =>
  Math.max(0, Math.ceil(life - (now - since) / 1_000));

/** Returns the seconds for which the present code is still shown, and its lifetime; null when unknown. */
export function useCodeExpiry(code: string | null): { left: number; life: number } | null {
  const [shown, setShown] = useState<Shown | null>(null);
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (code !== null) setShown((before) => follow(before, code, serverNow()));
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [code]);
  if (!code || shown?.code !== code || shown.life === null) return null;
  return { left: secondsLeft({ ...shown, life: shown.life }, now), life: shown.life };
}
