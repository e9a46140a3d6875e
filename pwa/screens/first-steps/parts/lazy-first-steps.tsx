import { Suspense } from "react";
import { lazyPart } from "../../../ui/on-demand.tsx";

const FirstSteps = lazyPart(async () => (await import("./first-steps.tsx")).FirstSteps);

/** The first steps as a chunk of their own: their dialogs are of no use to a company that works already. */
export function LazyFirstSteps({ hasSandbox }: { hasSandbox: boolean }) {
  return (
    <Suspense fallback={null}>
      <FirstSteps hasSandbox={hasSandbox} />
    </Suspense>
  );
}
