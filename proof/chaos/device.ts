import "fake-indexeddb/auto";
import { systemClock } from "../../sync/client/clock.ts";
import type { ApiFetch } from "../../sync/client/desk-types.ts";
import { openOutboxDatabase } from "../../sync/client/local/databases.ts";
import { isUnsent } from "../../sync/client/outbox/entry.ts";
import { type OutboxSender, startSender } from "../../sync/client/outbox/sender.ts";
import { createOutboxStore, type OutboxStore } from "../../sync/client/outbox/store.ts";
import type { AgentDevice } from "./environment.ts";
import type { Fault } from "./schedule.ts";

const startedAt = Date.now();
/** Runs 50 times as fast, so that a backoff of seconds takes some ten milliseconds. */
const fastClock: typeof systemClock = {
  ...systemClock,
  now: () => startedAt + (Date.now() - startedAt) * 50,
  after: (delayMs, callback) => systemClock.after(delayMs / 50, callback),
};

type Page = { store: OutboxStore; sender: OutboxSender; close(): Promise<void>; kill(): void };

/**
 * Opens an agent's browser with the real outbox and sender over `call`. It can lose requests and answers, reload the
 * page at any moment, and open several sending tabs.
 */
export function openDevice(owner: { companyId: string; id: string }, call: ApiFetch) {
  const lost = { requests: 0, answers: 0 };
  let pages: Page[] = [openPage()];

  function openPage(): Page {
    const database = openOutboxDatabase(owner);
    let isKilled = false;
    const fetchHere: ApiFetch = async (path, init) => {
      if (lost.requests > 0 && lost.requests-- > 0) throw new TypeError("The request was lost.");
      const answer = await call(path, init);
      if (lost.answers > 0 && lost.answers-- > 0) throw new TypeError("The answer was lost.");
      return isKilled ? never() : answer;
    };
    const store = createOutboxStore(database, fastClock);
    const killableStore = new Proxy(store, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => (isKilled ? never() : value.apply(target, args));
      },
    });
    const sender = startSender({
      store: killableStore,
      apiFetch: fetchHere,
      clock: fastClock,
      onAnswered: () => {},
      onLink: () => {},
    });
    return {
      store,
      sender,
      async close() {
        await sender.stop();
        database.close();
      },
      kill() {
        isKilled = true;
        void sender.stop();
      },
    };
  }

  const front = (): Page => {
    const [page] = pages;
    if (!page) throw new Error("no page is open");
    return page;
  };
  const nudge = () => {
    for (const { sender } of pages) sender.nudge();
  };

  const device: AgentDevice & {
    lose(what: "requests" | "answers", count: number): void;
    reload(): void;
    openTab(): void;
  } = {
    async write(id, payload, file) {
      await front().store.add("message.send", payload, { id, file });
      nudge();
    },
    async edit(payload) {
      await front().store.add("message.edit", payload);
      nudge();
    },
    async unanswered() {
      return (await front().store.all())
        .filter((record) => isUnsent(record))
        .map(({ id, state, tries }) => `${id} (${state}, ${tries} tries)`);
    },
    async refused() {
      return (await front().store.all()).flatMap(({ id, error }) => (error ? [`${id} ${error.code}`] : []));
    },
    lose(what, count) {
      lost[what] += count;
    },
    /** Reloads the page during whatever it does; the browser's storage stays. */
    reload() {
      for (const page of pages) page.kill();
      pages = [openPage()];
    },
    openTab() {
      pages.push(openPage());
    },
    async close() {
      for (const page of pages) await page.close();
    },
  };
  return device;
}
export type Device = ReturnType<typeof openDevice>;

/** Applies a fault of an agent's browser or network; returns false for other kinds of faults. */
export function injectDeviceFault(devices: readonly Device[], fault: Fault): boolean {
  switch (fault.kind) {
    case "requests-lost":
      devices[fault.agent]?.lose("requests", fault.count);
      return true;
    case "answers-lost":
      devices[fault.agent]?.lose("answers", fault.count);
      return true;
    case "page-reloaded":
      devices[fault.agent]?.reload();
      return true;
    case "second-tab":
      devices[fault.agent]?.openTab();
      return true;
    default:
      return false;
  }
}

const never = <T>() => new Promise<T>(() => {});
