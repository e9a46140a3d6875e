import { useEffect } from "react";
import { useDesk } from "../../../session/desk.tsx";

/** Lets the device read what it will look through before the first letter is typed. */
export function useWarmSearch(): void {
  const desk = useDesk();
  useEffect(() => {
    const subscription = desk.search$({ text: "", limit: 1 }).subscribe();
    return () => subscription.unsubscribe();
  }, [desk]);
}
