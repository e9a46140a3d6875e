import { useState } from "react";
import { loadWhenIdle } from "./load-when-idle.ts";

/** Code that is loaded after the first screen: when the page is idle, or when it is first needed. */
export type LatePart<Part> = {
  get: () => Part | null;
  load: () => Promise<Part>;
  /** Calls the listener when the part is loaded. Returns a function that removes it. */
  subscribe: (listener: () => void) => () => void;
};

export function latePart<Part>(request: () => Promise<Part>): LatePart<Part> {
  let loaded: Part | null = null;
  let loading: Promise<Part> | undefined;
  const listeners = new Set<() => void>();
  const load = () => {
    loading ??= request().then(
      (part) => {
        loaded = part;
        for (const listener of listeners) listener();
        return part;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  loadWhenIdle(load);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { get: () => loaded, load, subscribe };
}

/** How a closed button was used: by a press, or by a key that opens menus. */
export type Use = "press" | "Enter" | " " | "ArrowDown" | "ArrowUp";

/**
 * Returns the part once this component may draw with it, and the use of its button that has to be repeated then. A
 * component that was mounted without the part draws a plain button until that button is used: replacing the button
 * earlier would lose a press that is under way. With `isMountedOnUse` it does so even if the part is loaded.
 */
export function usePartOnUse<Part>(late: LatePart<Part>, { isMountedOnUse = false } = {}) {
  const [part, setPart] = useState(() => (isMountedOnUse ? null : late.get()));
  const [repeated, setRepeated] = useState<Use | null>(null);
  const use = (how: Use) => {
    setRepeated(how);
    late.load().then(
      (loaded) => setPart(() => loaded),
      (error: unknown) =>
        setPart(() => {
          throw error;
        }),
    );
  };
  return { part, repeated, use };
}
