let first: ((event: PopStateEvent) => void) | null = null;

// Browsers call the listeners of the window in the order of their registration, also those that capture.
window.addEventListener("popstate", (event) => first?.(event));

/** Calls `handle` at each "popstate" before the router. The first page loads this file before it creates the router. */
export function popFirst(handle: (event: PopStateEvent) => void): void {
  first = handle;
}
