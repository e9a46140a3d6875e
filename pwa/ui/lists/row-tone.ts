/** Marks a row with a bar and a ground. The row also says in words what the color means. */
export type RowTone = "yellow" | "orange" | "red";

export const toneGrounds: Record<RowTone, string> = {
  yellow: "bg-due-yellow-soft",
  orange: "bg-due-orange-soft",
  red: "bg-due-red-soft",
};

/** The bar at the left edge of the element that is `relative`. */
export const toneBars: Record<RowTone, string> = {
  yellow: "before:bg-due-yellow",
  orange: "before:bg-due-orange",
  red: "before:bg-due-red",
};
export const toneBar =
  "before:absolute before:inset-y-0 before:left-0 before:w-1 before:content-[''] forced-colors:before:bg-[CanvasText]";
