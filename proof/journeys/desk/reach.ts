import type { Page } from "playwright-core";

/**
 * Returns what cannot be reached on the page, one line each: an overflow of the document to the right, and each visible
 * control that cannot be scrolled into the window, or that is covered there. Controls behind an open dialog are left out.
 */
export const reachProblems = (page: Page): Promise<string[]> => page.evaluate(inPage);

function inPage(): string[] {
  const problems: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) problems.push(`document: ${root.scrollWidth} px wide in ${innerWidth}`);
  const layers = [
    ...document.querySelectorAll<HTMLElement>(
      "[role=dialog], [role=alertdialog], [role=menu], [data-headlessui-state~=open][tabindex]",
    ),
  ];
  const top = layers.filter((each) => each.checkVisibility()).at(-1) ?? document.body;
  const controls =
    "a[href], button, input, textarea, select, [role=option], [role=menuitem], [role=tab], [role=slider]";
  const isShown = (element: HTMLElement) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest("[inert], [aria-hidden=true]")) return false;
    // For screen readers only at this size: a box of one pixel that shows nothing.
    for (let each: Element | null = element; each; each = each.parentElement)
      if (getComputedStyle(each).clipPath === "inset(50%)") return false;
    const { width, height } = element.getBoundingClientRect();
    // Fields for screen readers and hidden file inputs are one pixel wide.
    return width > 2 && height > 2;
  };
  for (const element of top.querySelectorAll<HTMLElement>(controls)) {
    if (!isShown(element) || element.matches(":disabled")) continue;
    if (element.closest("[data-sonner-toaster]")) continue;
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    const name = `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [upper, lower] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right - left < Math.min(box.width, innerWidth) - 1 || lower - upper < Math.min(box.height, 44) - 1) {
      problems.push(
        `${name}: outside the window at ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}×${Math.round(box.height)}`,
      );
      continue;
    }
    // A control that wraps over lines has no box of its own in its middle.
    const boxes = [...element.getClientRects()];
    const isHit = boxes.some((each) => {
      const x = (Math.max(each.left, 0) + Math.min(each.right, innerWidth)) / 2;
      const y = (Math.max(each.top, 0) + Math.min(each.bottom, innerHeight)) / 2;
      const hit = document.elementFromPoint(x, y);
      return (
        hit !== null &&
        (element.contains(hit) ||
          (hit.contains(element) && hit.closest("label") !== null) ||
          element.closest("label")?.contains(hit))
      );
    });
    if (!isHit) {
      const y = (upper + lower) / 2,
        x = (left + right) / 2;
      const hit = document.elementFromPoint(x, y);
      problems.push(
        `${name}: covered at ${Math.round(x)},${Math.round(y)} by ${hit?.tagName.toLowerCase()}.${String(hit?.className).slice(0, 60)}`,
      );
    }
  }
  return problems;
}
