import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";

/**
 * Answers the requests of component tests: `server.use(http.get("/tags", () => HttpResponse.json(…)))`. Handlers are
 * removed after each test. An open conversation also reports its presence while it unmounts, so that request always
 * has an answer.
 */
export const server = setupServer(http.post("/presence", () => new HttpResponse(null, { status: 204 })));

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
