import { useEffect } from "react";
import { useDesk } from "../../../session/desk.tsx";

/** Loads the local search index before the user types the first letter. */
export function useWarmSearch(): void {
  const desk = useDesk();
  useEffect(() => {
    const subscription = desk.search$({ text: "", limit: 1 }).subscribe();
    return () => subscription.unsubscribe();
  }, [desk]);
}
