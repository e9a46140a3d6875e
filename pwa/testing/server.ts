import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/**
 * Answers the requests of component tests: `server.use(http.get("/tags", () => HttpResponse.json(…)))`. Handlers are
 * removed after each test. An open conversation also reports its presence while it unmounts, so that request always
 * has an answer; so has the question for the plan's limits, which are none.
 * The options tab of the settings reads the AI server and the mail server: neither is set.
 */
export const server = setupServer(
  http.get("/ai/server", () => HttpResponse.json({ own: null, platform: null })),
  http.get("/settings", () => HttpResponse.json([])),
  http.post("/presence", () => new HttpResponse(null, { status: 204 })),
  http.get("/companies/listPlan/:id", () => HttpResponse.json({ usage: usageOf({ used: 1, limit: null }) })),
);

/** The answer of `GET /companies/listPlan/{id}` with the same figures for each kind. */
export const usageOf = (used: { used: number; limit: number | null }) => ({
  users: used,
  connections: used,
  queues: used,
  storageGb: used,
});

const unexpected: string[] = [];

/** A request without a handler fails as when offline, and so does the test that sent it. */
export function startServer(): void {
  server.listen({
    onUnhandledFrame({ frame, defaults }) {
      const { request } = frame.data as { request: Request };
      unexpected.push(`${request.method} ${request.url}`);
      defaults.error();
    },
  });
}

export function resetServer(): void {
  server.resetHandlers();
  const requests = unexpected.splice(0);
  if (requests.length > 0) throw new Error(`Requests without a handler: ${requests.join(", ")}`);
}
