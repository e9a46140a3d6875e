import { HttpResponse, http } from "msw";
import { server } from "./server.ts";

type Method = "get" | "post" | "put" | "delete";
type Json = Record<string, unknown> | unknown[];

/** Answers with `answer` (status 200). Returns the bodies of the requests so far, oldest first; null: no JSON body. */
export function answer(method: Method, path: string, answer: Json = {}): unknown[] {
  return hold(method, path, Promise.resolve(), answer);
}

/** Like `answer`, but the response waits until `until` resolves: meanwhile a button must be busy. */
export function hold(method: Method, path: string, until: Promise<unknown>, answer: Json = {}): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      bodies.push(await jsonOf(request));
      await until;
      return HttpResponse.json(answer);
    }),
  );
  return bodies;
}

/** Answers with an error code like the server; `fields` names the invalid fields. Returns the request bodies. */
export function refuse(
  method: Method,
  path: string,
  error: string,
  { status = 400, fields, details }: { status?: number; fields?: Record<string, string[]>; details?: Json } = {},
): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http[method](path, async ({ request }) => {
      bodies.push(await jsonOf(request));
      return HttpResponse.json({ error, fields, details }, { status });
    }),
  );
  return bodies;
}

/** Makes requests fail as when offline. */
export function disconnect(method: Method, path: string): void {
  server.use(http[method](path, () => HttpResponse.error()));
}

async function jsonOf(request: Request): Promise<unknown> {
  const isJson = request.headers.get("content-type")?.includes("application/json");
  return isJson ? request.json() : null;
}
