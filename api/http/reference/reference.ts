import { Hono } from "hono";
import { findTargetHandler } from "hono/utils/handler";
import { generateSpecs } from "hono-openapi";
import type { AppEnv } from "../app-env.ts";
import { completeSpecs } from "./complete-specs.ts";
import { referenceCss, referencePage } from "./reference-page.ts";
import { sessionHandlers } from "./refusals.ts";

const options: NonNullable<Parameters<typeof generateSpecs>[1]> = {
  documentation: {
    info: {
      title: "Balcão",
      version: "1",
      description:
        "Every call of the desk. Sign in with POST /auth/login and send the token as Authorization: Bearer. It lives 15 minutes; POST /auth/refresh_token gives another for the session's cookie. A refusal is { error, code }: read `code`. `error` is the code itself where the specification names it, and otherwise a sentence in the company's language for people. One of a wrong body also has `fields`.",
    },
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    security: [{ bearer: [] }],
  },
  defaultValidationErrorResponse: { description: "{ error, code, fields }" },
};

export type Specs = Awaited<ReturnType<typeof generateSpecs>>;

/** Returns the operations that only signed-in users call. */
function signedInOperations(app: Hono<AppEnv>): Set<string> {
  const guarded = app.routes.filter(({ handler }) => sessionHandlers.has(findTargetHandler(handler)));
  return new Set(guarded.map(({ method, path }) => `${method} ${path}`));
}

/** Serves `/openapi.json` for programs and `/docs` for people: a single page without external resources. */
export function referenceRoutes(app: Hono<AppEnv>) {
  let specs: Promise<Specs> | undefined;
  const load = () => {
    specs ??= generateSpecs(app, options).then((described) => completeSpecs(described, signedInOperations(app)));
    return specs;
  };
  return new Hono<AppEnv>()
    .get("/openapi.json", async (c) => c.json(await load()))
    .get("/docs", async (c) => c.html(referencePage(await load())))
    .get("/docs/reference.css", (c) => c.body(referenceCss, 200, { "Content-Type": "text/css; charset=utf-8" }));
}
