import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";
import type { SessionUser } from "../../../contracts/account/session.ts";

export type Seen = { method: string; path: string; bearer: string | null; body: string };
export type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

class MemoryStorage implements Storage {
  readonly #held = new Map<string, string>();
  get length() {
    return this.#held.size;
  }
  key(index: number) {
    return [...this.#held.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.#held.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#held.set(key, String(value));
  }
  removeItem(key: string) {
    this.#held.delete(key);
  }
  clear() {
    this.#held.clear();
  }
}

/** Creates the browser interfaces that the session uses, with a small server that answers as the test defines. */
export async function givenBrowser(answer: (request: Seen) => Reply | Promise<Reply>) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const asked: Seen = {
      method: request.method ?? "",
      path: request.url ?? "",
      bearer: request.headers.authorization?.replace("Bearer ", "") ?? null,
      body: await bodyOf(request),
    };
    seen.push(asked);
    const { status, body, headers } = await answer(asked);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body === undefined ? "" : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const connected = { value: true };
  const realFetch = globalThis.fetch;
  const localStorage = new MemoryStorage();
  const reload = vi.fn();
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("sessionStorage", new MemoryStorage());
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) =>
    connected.value ? realFetch(new URL(path, base), init) : Promise.reject(new TypeError("Failed to fetch")),
  );
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    server.close();
  });
  return {
    seen,
    localStorage,
    reload,
    cutNetwork: () => {
      connected.value = false;
    },
    restoreNetwork: () => {
      connected.value = true;
    },
    /** Loads the modules again, as a page that starts now would. */
    startPage: async () => {
      vi.resetModules();
      const session = await import("../session.ts");
      const { apiFetch } = await import("../api-fetch.ts");
      const { saveUser } = await import("../save-user.ts");
      return { ...session, apiFetch, saveUser };
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

export function someUser(change: Partial<SessionUser> = {}): SessionUser {
  return {
    id: "user-1",
    name: "Marina Duarte",
    email: "marina@example.com",
    profile: "admin",
    super: false,
    companyId: "company-1",
    whatsappId: null,
    allTicket: "enable",
    allUserChat: "enabled",
    allHistoric: "enabled",
    queues: [],
    company: {
      id: "company-1",
      name: "Olaria Serra Azul",
      dueDate: "2026-12-18T12:00:00.000Z",
      settings: [{ key: "campaignsEnabled", value: "true" }],
    },
    ...change,
  };
}
