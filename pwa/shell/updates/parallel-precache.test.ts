import { afterEach, beforeEach, expect, test, vi } from "vitest";

/**
 * Stubs the parts of a browser that the installation of a service worker uses. `stored`: the texts of the stored files by
 * their keys. `asked`: the requests in their order.
 */
function givenWorker() {
  const stored = new Map<string, string>();
  const cache = {
    match: async () => undefined,
    put: async (request: Request | string, answer: Response) =>
      void stored.set(typeof request === "string" ? request : request.url, await answer.text()),
  };
  const asked: { url: string; mode: RequestCache; answer(status?: number): void }[] = [];
  vi.stubGlobal("self", globalThis);
  vi.stubGlobal("__WB_DISABLE_DEV_LOGS", true);
  vi.stubGlobal("location", new URL("https://desk.example/service-worker.js"));
  vi.stubGlobal("registration", { scope: "https://desk.example/" });
  vi.stubGlobal("caches", { open: async () => cache, match: async () => undefined });
  vi.stubGlobal("FetchEvent", class extends Event {});
  vi.stubGlobal("ExtendableEvent", Event);
  vi.stubGlobal("fetch", (request: Request) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { url, cache: mode } = request;
    const answer = (status = 200) => resolve(new Response(`body of ${new URL(url).pathname}`, { status }));
    asked.push({ url, mode, answer });
    return promise;
  });
  return { stored, asked };
}

async function install(entries: { url: string; revision: string | null }[]) {
  const { ParallelPrecache } = await import("./parallel-precache.ts");
  const precache = new ParallelPrecache();
  precache.addToCacheList(entries);
  const waited: Promise<unknown>[] = [];
  const event = Object.assign(new Event("install"), { waitUntil: (work: Promise<unknown>) => waited.push(work) });
  const ended = precache.install(event as ExtendableEvent);
  expect(waited).toContain(ended);
  return ended;
}

const files = Array.from({ length: 8 }, (_, n) => ({ url: `https://desk.example/assets/${n}.js`, revision: null }));

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test("the files of the app are stored three at a time, each once", async () => {
  const { stored, asked } = givenWorker();
  const ended = install(files);
  for (let answered = 0; answered < files.length; answered += 1) {
    await vi.waitUntil(() => asked.length > answered);
    expect(asked.length - answered).toBeLessThanOrEqual(3);
    if (answered === 0) await vi.waitUntil(() => asked.length === 3);
    asked[answered]?.answer();
  }
  await ended;
  expect([...stored.keys()].toSorted()).toEqual(files.map(({ url }) => url));
});

test("a file whose address does not name its version is asked past the browser's cache", async () => {
  const { stored, asked } = givenWorker();
  const ended = install([{ url: "https://desk.example/index.html", revision: "r1" }, ...files.slice(0, 1)]);
  await vi.waitUntil(() => asked.length === 2);
  for (const { answer } of asked) answer();
  await ended;
  expect(Object.fromEntries(asked.map(({ url, mode }) => [new URL(url).pathname, mode]))).toEqual({
    "/index.html": "reload",
    "/assets/0.js": "default",
  });
  expect([...stored.keys()].some((key) => key.includes("r1"))).toBe(true);
});

test("the installation fails when a file cannot be fetched: the former version stays", async () => {
  const { asked } = givenWorker();
  const ended = install(files.slice(0, 2));
  await vi.waitUntil(() => asked.length === 2);
  asked[0]?.answer(503);
  asked[1]?.answer();
  await expect(ended).rejects.toThrow();
});
