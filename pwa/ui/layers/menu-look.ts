/** Class names of what floats above the page: menus, popovers, lists of options. */
export const floatingClass =
  "z-menu rounded-lg bg-raised p-1 text-sm shadow-lift outline-none transition duration-fast ease-out starting:translate-y-[-4px] starting:opacity-0 forced-colors:border";

export const floatingRowClass =
  "group flex min-h-8 w-full cursor-pointer select-none items-center gap-2.5 rounded-sm px-2.5 py-1 text-left text-ink outline-none touch:min-h-11 touch:text-base data-focus:bg-hover-raised data-disabled:cursor-not-allowed data-disabled:text-ink-disabled [&>svg]:shrink-0 [&>svg]:text-ink-3";
