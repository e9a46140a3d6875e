import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import type { ShownMessage } from "../shown-message.ts";
import { endsWithFreeRow, isPicture, isSticker } from "./bubble-look.ts";

const inks = { in: "text-bubble-in-meta", out: "text-bubble-out-meta", failed: "text-danger-ink" };

type BubbleMetaProps = { message: ShownMessage; look: keyof typeof inks; children: ReactNode };

/** The small line at the end of a bubble: time and status. */
export const BubbleMeta = ({ message, look, children }: BubbleMetaProps) => (
  <span
    dir="ltr"
    className={classNames(
      "relative top-px float-end ms-2.5 inline-flex items-center gap-1 text-2xs tabular-nums",
      inks[look],
      isPicture(message) ? "me-1.5 mb-0.5" : "-me-0.5",
      endsWithFreeRow(message) ? "-mt-4" : "mt-1.25",
      isSticker(message) && "rounded-full bg-bubble-in px-2 py-0.5",
    )}
  >
    {children}
  </span>
);
