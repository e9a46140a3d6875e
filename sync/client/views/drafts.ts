import { type EntityTable, liveQuery } from "dexie";
import type { RxCollection } from "rxdb";
import { combineLatest, from, map, type Observable } from "rxjs";
import type { DraftDocument } from "../../../contracts/desk/drafts.ts";
import type { Draft } from "../local/databases.ts";
import type { OutboxRecord } from "../outbox/entry.ts";
import { changesDraft, draftView } from "../pending/drafts.ts";
import { documents$ } from "./documents.ts";

type DraftsViewDeps = {
  drafts: RxCollection<DraftDocument>;
  /** The drafts of this device. */
  local: EntityTable<Draft, "ticketId">;
  records$: Observable<OutboxRecord[]>;
};

/** The draft of each ticket; this device's own is the newest one the user has seen. */
export function createDraftsView({ drafts, local, records$ }: DraftsViewDeps): Observable<ReadonlyMap<string, string>> {
  const own$ = from(liveQuery(() => local.toArray()));
  return combineLatest([documents$<DraftDocument>(drafts, { selector: {} }), own$, records$]).pipe(
    map(([pulled, own, records]) => {
      const saves = records.filter(changesDraft);
      const pulledById = new Map(pulled.map((draft) => [draft.id, draft]));
      const texts = new Map<string, string>();
      for (const id of new Set([...pulledById.keys(), ...saves.map(({ ticketId }) => ticketId ?? "")])) {
        const mine = saves.filter(({ ticketId }) => ticketId === id);
        const shared = draftView(pulledById.get(id) ?? null, mine);
        if (shared?.text) texts.set(id, shared.text);
      }
      for (const { ticketId, text } of own) texts.set(ticketId, text);
      return texts;
    }),
  );
}
