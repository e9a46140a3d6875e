import type {
  Changes,
  ChangesPart,
  ChangesRequest,
  Checkpoint,
  CollectionName,
  LogPosition,
} from "../../../contracts/sync.ts";
import { type Entry, type FakeDocuments, Refused } from "./fake-documents.ts";

/** The behaviour of the server that a test changes while it runs. */
type Conditions = { scope: string; logStart: number; fault(path: string): unknown };

/** Answers pulls of one collection, and of several at once. */
export function createFakePulls(documents: FakeDocuments, server: Conditions) {
  const { rev, documentOf } = documents;

  function changes(query: URLSearchParams): Changes {
    const { scope, at } = JSON.parse(query.get("since") ?? "{}") as ChangesRequest;
    const parts: Changes["parts"] = {};
    for (const [name, [from]] of Object.entries(at) as [CollectionName, LogPosition][]) {
      if (server.fault(`/sync/${name}`)) throw new Refused(500, "ERR_INTERNAL");
      if (scope === server.scope && from < server.logStart) {
        parts[name] = { documents: [], refused: "ERR_CHECKPOINT_TOO_OLD" };
        continue;
      }
      const checkpoint = JSON.stringify({ phase: "live", rev: from, scope });
      const page = pull(name, new URLSearchParams({ checkpoint, limit: query.get("limit") ?? "" }));
      const to: LogPosition = [page.checkpoint.rev, null];
      parts[name] = { documents: page.documents as ChangesPart["documents"], ...(page.hasMore && { to }) };
    }
    return { scope, to: [rev(), null], parts };
  }

  function pull(collection: CollectionName, query: URLSearchParams) {
    const text = query.get("checkpoint");
    const limit = Number(query.get("limit"));
    const checkpoint: Checkpoint = text ? JSON.parse(text) : { phase: "boot", rev: rev(), scope: server.scope };
    if (checkpoint.scope !== server.scope) throw new Refused(409, "ERR_SCOPE_CHANGED");
    if (checkpoint.rev < server.logStart) throw new Refused(410, "ERR_CHECKPOINT_TOO_OLD");
    const entries = documents.all(collection);
    if (checkpoint.phase === "boot") return bootPage(collection, entries, checkpoint, limit);
    const since = checkpoint.rev;
    const ids = new Set<string>();
    const ahead = documents.changesSince(collection, since);
    const end = ahead.findIndex(({ id }) => ids.add(id).size > limit);
    const stretch = end === -1 ? ahead : ahead.slice(0, end);
    const last = end === -1 ? rev() : (stretch.at(-1)?.rev ?? rev());
    const touched = new Set(stretch.map(({ id }) => id));
    const changed = entries.filter(({ id }) => touched.has(id)).map((entry) => documentOf(collection, entry, since));
    return {
      documents: changed,
      checkpoint: { phase: "live", rev: last, scope: server.scope },
      hasMore: last < rev(),
    };
  }

  function bootPage(collection: CollectionName, entries: Entry[], checkpoint: Checkpoint, limit: number) {
    const keyOf = (entry: Entry) => `${entry.document.sortKey ?? ""}|${entry.id}`;
    const { before } = checkpoint;
    const rest = entries
      .filter((entry) => !entry.deleted && (!before || keyOf(entry) > `${before[0]}|${before[1]}`))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    const more = rest.length > limit && last;
    const next = more ? [String(last.document.sortKey ?? ""), last.id] : undefined;
    return {
      documents: page.map((entry) => documentOf(collection, entry, null)),
      checkpoint: { phase: more ? "boot" : "live", rev: checkpoint.rev, scope: server.scope, before: next },
      hasMore: Boolean(more) || checkpoint.rev < rev(),
    };
  }

  return { changes, pull };
}
