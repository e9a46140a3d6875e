import { describeRoute } from "hono-openapi";

/** Describes a route for `/openapi.json` and `/docs` in one line. */
export function describe(tag: string, summary: string) {
  return describeRoute({ tags: [tag], summary });
}
