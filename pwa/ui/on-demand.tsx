import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

const AFTER_FIRST_PAINT_MS = 300;

/**
 * A part of a screen whose script comes once the screen is there, so that screens start small. It is fetched before
 * anybody asks for it: the network may be gone by then, and on a first visit the service worker does not serve yet.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let fetched: Promise<ComponentType<Props>> | undefined;
  const fetchOnce = () => {
    fetched ??= load().catch((error: unknown) => {
      fetched = undefined;
      throw error;
    });
    return fetched;
  };
  // Without a network now, it is asked for again when it is opened.
  setTimeout(() => void fetchOnce().catch(() => undefined), AFTER_FIRST_PAINT_MS);
  return lazy(async () => ({ default: await fetchOnce() })) as ComponentType<Props>;
}

/** Around a lazy dialog or pane. Once opened it stays, to be there at once the next time. */
export function OnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted && <Suspense fallback={null}>{children}</Suspense>;
}
