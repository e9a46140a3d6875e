import type { ReactNode } from "react";
import { LateButton, type Opener } from "../late-button.tsx";
import { latePart, usePartOnUse } from "../late-part.ts";

export type PopoverProps = {
  button: Opener;
  label: string;
  side?: "bottom start" | "bottom end" | "top start" | "top end";
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
};

export const popoverPart = latePart(() => import("./headless-popover.tsx"));

/** Draws a button that opens a popover. The top bar has such buttons before the popover's code is loaded. */
export const Popover = (props: PopoverProps) => <LatePopover {...props} isMountedOnUse={false} />;

/** Draws a popover that is mounted when its button is first used. */
export const LazyPopover = (props: PopoverProps) => <LatePopover {...props} isMountedOnUse />;

function LatePopover({ isMountedOnUse, ...props }: PopoverProps & { isMountedOnUse: boolean }) {
  const { part, repeated, use } = usePartOnUse(popoverPart, { isMountedOnUse });
  if (part) return <part.Popover {...props} use={repeated} />;
  // The wrapper is there in both cases, so that the layout of the button does not change.
  return (
    <div className="contents">
      <LateButton button={props.button} onUse={use} />
    </div>
  );
}
