import { useCallback, useRef } from "react";

/** Returns a function that runs an action unless a previous run is in progress: a double click acts once. */
export function useOneAtATime(): (action: () => Promise<void>) => Promise<void> {
  const isRunning = useRef(false);
  return useCallback(async (action) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await action();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
