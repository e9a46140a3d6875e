import type { Dexie as DexieClass } from "dexie";

export type DexieReference = {
  store(): Promise<{ firstMs: number; allMs: number; longest: number }>;
  show(): Promise<number>;
  openThread(): Promise<number>;
};

/**
 * Reference for the desk's store: runs in a page of the desk's origin with Dexie only, and stores the same documents
 * from the same addresses in plain tables and renders them.
 */
export function installDexieReference() {
  const { Dexie } = window as unknown as { Dexie: typeof DexieClass };
  const database = new Dexie("reference");
  database.version(1).stores({ tickets: "id, [status+sortKey]", threads: "id", contacts: "id, search" });
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
  }).observe({ type: "longtask", buffered: true });

  async function store() {
    await database.open();
    const began = performance.now();
    let firstMs = 0;
    for (const collection of ["tickets", "threads", "contacts"]) {
      let checkpoint: { phase: string } | undefined;
      while (checkpoint?.phase !== "live") {
        const place = checkpoint ? `&checkpoint=${encodeURIComponent(JSON.stringify(checkpoint))}` : "";
        const answer = await fetch(`/sync/${collection}?limit=200${place}`);
        if (!answer.ok) throw new Error(`${collection}: ${answer.status}`);
        const page = await answer.json();
        await database.table(collection).bulkPut(page.documents);
        checkpoint = page.checkpoint;
        firstMs ||= performance.now() - began;
      }
    }
    return { firstMs, allMs: performance.now() - began, longest };
  }

  async function show() {
    const began = performance.now();
    await database.open();
    const range = database.table("tickets").where("[status+sortKey]");
    const rows = await range.between(["open", Dexie.minKey], ["open", Dexie.maxKey]).limit(50).toArray();
    document.body.append(
      ...rows.map((row) => Object.assign(document.createElement("a"), { textContent: row.contactName })),
    );
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }

  async function openThread() {
    const ticket = await database.table("tickets").where("status").equals("open").first();
    const began = performance.now();
    const thread = await database.table("threads").get(ticket.id);
    const lines = thread.messages.map((message: { body: string }) =>
      Object.assign(document.createElement("p"), { textContent: message.body }),
    );
    document.body.append(...lines);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  }

  Object.assign(window, { dexieReference: { store, show, openThread } satisfies DexieReference });
}
