import { type ReactNode, Suspense, useState } from "react";

/**
 * Around a lazy dialog or pane: its script comes with its first opening, so that its screen starts small. The service
 * worker holds the script by then, also without a network. Once opened it stays, to be able to fade out.
 */
export function OnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted && <Suspense fallback={null}>{children}</Suspense>;
}
