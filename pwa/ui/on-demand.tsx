import { type ComponentType, type JSX, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { latePart } from "./late-part.ts";
import { afterStart } from "./load-when-idle.ts";

/**
 * Loads a part of a screen when the page is idle, so that screens start small. It is loaded before the user opens it:
 * the network may be gone by then, and on a first visit the service worker does not serve files yet.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const late = latePart(load);
  const Waiting = lazy(async () => ({ default: await late.load() })) as ComponentType<Props>;
  return function Part(props) {
    // A loaded part is drawn at once. A drawn one keeps its type, because another type would draw it anew.
    const [Shown] = useState(() => late.get() ?? Waiting);
    return <Shown {...(props as Props & JSX.IntrinsicAttributes)} />;
  };
}

/** The same for a part that only watches: it is loaded and mounted after the start. */
export function watchingPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Part(props) {
    const [Shown, show] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const fail = (error: unknown) =>
        show(() => {
          throw error;
        });
      return afterStart(() => void load().then((part) => show(() => part), fail));
    }, []);
    return Shown && <Shown {...(props as Props & JSX.IntrinsicAttributes)} />;
  };
}

/** Mounts a lazy dialog or pane when it is first opened and keeps it mounted, so that it opens at once afterwards. */
export function OnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted && <Suspense fallback={null}>{children}</Suspense>;
}
