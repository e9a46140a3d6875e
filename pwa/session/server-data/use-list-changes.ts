import { useEffect, useEffectEvent } from "react";
import type { ListName } from "../../../contracts/sync.ts";
import { listChanges } from "./list-changes.ts";

/** Calls `onChange` when one of these lists has changed, at most once per `afterMs` milliseconds. */
export function useListChanges(lists: readonly ListName[], afterMs: number, onChange: () => void): void {
  const ask = useEffectEvent(onChange);
  const names = lists.join(" ");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listChanges.on(names.split(" ") as ListName[], () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        ask();
      }, afterMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [names, afterMs]);
}
