import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { loadWhenIdle } from "./load-when-idle.ts";

/**
 * Loads a part of a screen when the page is idle, so that screens start small. It is loaded before the user opens it:
 * the network may be gone by then, and on a first visit the service worker does not serve files yet.
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
  loadWhenIdle(fetchOnce);
  return lazy(async () => ({ default: await fetchOnce() })) as ComponentType<Props>;
}

/** Mounts a lazy dialog or pane when it is first opened and keeps it mounted, so that it opens at once afterwards. */
export function OnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted && <Suspense fallback={null}>{children}</Suspense>;
}
