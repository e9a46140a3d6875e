import { useEffect, useEffectEvent, useState } from "react";
import type { ImportStatus, ImportView } from "../../../../../contracts/marketing/contact-imports.ts";
import { ApiError, NetworkError } from "../../../../session/api-error.ts";
import { failureText } from "../../../../session/failure-text.ts";
import { listChanges } from "../../../../session/server-data/list-changes.ts";
import { type ImportTarget, importCalls } from "./import-calls.ts";

/** Statuses in which the server is working. */
const underWay: readonly ImportStatus[] = ["reading", "checking", "running"];
const over: readonly ImportStatus[] = ["done", "failed"];
/** Poll interval in addition to the event stream, whose events may be lost. */
const ASK_MS = 3_000;

/** Returns the import to show: the given one, or the latest one into the target unless it is finished. Undefined while loading. */
export function useImport(given: string | null, target: ImportTarget) {
  const [shown, show] = useState<ImportView | null | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const id = shown?.id;
  const latest = useEffectEvent((signal: AbortSignal) => target.latest(signal));
  const isUnderWay = shown ? underWay.includes(shown.status) : false;

  useEffect(() => {
    const stop = new AbortController();
    const fail = (error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureText(error));
    };
    const opened = given
      ? importCalls.read(given, stop.signal)
      : latest(stop.signal).then((latest) => (latest && !over.includes(latest.status) ? latest : null));
    opened.then(show, fail);
    return () => stop.abort();
  }, [given]);

  useEffect(() => {
    if (!id || !isUnderWay) return;
    const stop = new AbortController();
    const ask = () => {
      importCalls.read(id, stop.signal).then(
        (view) => {
          show(view);
          setFailure(null);
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          // 404: the import was deleted. After a network error the next poll tries again.
          if (error instanceof ApiError && error.status === 404) show(null);
          else if (!(error instanceof NetworkError) || !navigator.onLine) setFailure(failureText(error));
        },
      );
    };
    ask();
    const timer = setInterval(ask, ASK_MS);
    const stopHearing = listChanges.on(["contactImports"], ask);
    return () => {
      stop.abort();
      clearInterval(timer);
      stopHearing();
    };
  }, [id, isUnderWay]);

  async function begin(file: File) {
    const begun = await target.upload(file);
    show(await importCalls.read(begun, new AbortController().signal));
  }
  return { shown, show, begin, failure };
}
