import { describeRoute } from "hono-openapi";

/** One line for `/openapi.json` and `/docs`. */
export function describe(tag: string, summary: string) {
  return describeRoute({ tags: [tag], summary });
}
