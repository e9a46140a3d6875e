import { useEffect, useEffectEvent } from "react";
import type { ListName } from "../../sync/contracts/sync.ts";
import { listChanges } from "./list-changes.ts";

/** Asks again when one of these lists has changed; changes that come within `afterMs` of each other are asked for together. */
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
