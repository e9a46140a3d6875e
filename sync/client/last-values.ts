import { defer, finalize, type Observable, tap } from "rxjs";
import type { DeviceDesk } from "./desk-types.ts";

/** The last value of a source. `given`: what the source is asked for. */
export type LastValue = { source: string; given: readonly unknown[]; value: unknown };

/** The sources of the first screen: their last values are kept for the next start. */
const names = ["tickets$", "counts$", "refs$", "ticket$", "thread$"] as const;
type Recorded = Pick<DeviceDesk, (typeof names)[number]>;

/** Returns the sources of the first screen, and their last values while they are followed. */
export function recordLastValues(views: Recorded): Recorded & Pick<DeviceDesk, "lastValues"> {
  const followed = new Set<LastValue>();
  const recording =
    (source: string, observe: (...given: never[]) => Observable<unknown>) =>
    (...given: never[]) =>
      defer(() => {
        const last: LastValue = { source, given, value: undefined };
        const record = (value: unknown) => {
          last.value = value;
          followed.add(last);
        };
        return observe(...given).pipe(
          tap(record),
          finalize(() => followed.delete(last)),
        );
      });
  const recorded = Object.fromEntries(names.map((name) => [name, recording(name, views[name])]));
  return { ...views, ...recorded, lastValues: () => [...followed] };
}
