import { getPath } from "hono/utils/url";

/** Normalizes `//x/` to `/x`: clients of this family write both. */
export function normalPath(request: Request): string {
  const path = getPath(request).replace(/\/{2,}/g, "/");
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
