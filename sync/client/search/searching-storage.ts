import { getChangedDocumentsSince, type RxStorageInstance } from "rxdb";
import type { Subscription } from "rxjs";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { ThreadDocument } from "../../../contracts/desk/messages.ts";
import type { TicketDocument } from "../../../contracts/desk/tickets.ts";
import { unpackThread } from "../cache/packed-rows.ts";
import type { DeskStorage } from "../desk-types.ts";
import { createSearchIndex, noHits, type SearchHits, type SearchIndex, type SearchQuestion } from "./search-index.ts";

/** Documents per read: the storage serves other requests between two pages. */
const PAGE = 200;

type Instance = RxStorageInstance<object, object, object>;
/** A stored document, or the id of a deleted one. */
type Written = { id: string; document: object | null };
type Source = { collection: string; instance: Instance };
type Searched = { sources: Source[]; index: Promise<SearchIndex> | null; watching: Subscription[] };

/** A search request; names the database whose documents are searched. */
export type SearchDocuments = (databaseName: string, question: SearchQuestion) => Promise<SearchHits>;

/** How the documents of each searched collection are added to and removed from the index. */
const readers: Record<string, (index: SearchIndex, written: Written) => void> = {
  tickets: (index, { id, document }) =>
    document ? index.putTicket(document as TicketDocument) : index.removeTicket(id),
  contacts: (index, { id, document }) =>
    document ? index.putContact(document as ContactDocument) : index.removeContact(id),
  threads: (index, { id, document }) =>
    document ? index.putThread(unpackThread(document) as ThreadDocument) : index.removeThread(id),
};

/**
 * A searchable storage, running in the worker beside its data. The first search reads everything into the index; from
 * then on every write updates it, from any tab.
 */
export function searchingStorage(storage: DeskStorage): { storage: DeskStorage; search: SearchDocuments } {
  const databases = new Map<string, Searched>();

  const watched: DeskStorage = {
    ...storage,
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const { databaseName, collectionName: collection } = params;
      if (!(collection in readers)) return instance;
      const searched = databases.get(databaseName) ?? { sources: [], index: null, watching: [] };
      searched.sources.push({ collection, instance: instance as unknown as Instance });
      databases.set(databaseName, searched);
      const close = instance.close.bind(instance);
      instance.close = () => {
        for (const watching of searched.watching) watching.unsubscribe();
        if (databases.get(databaseName) === searched) databases.delete(databaseName);
        return close();
      };
      return instance;
    },
  };

  async function search(databaseName: string, question: SearchQuestion): Promise<SearchHits> {
    const searched = databases.get(databaseName);
    if (!searched) return noHits;
    searched.index ??= openIndex(searched).catch((error: unknown) => {
      searched.index = null; // the next question tries again
      throw error;
    });
    return (await searched.index).search(question);
  }

  return { storage: watched, search };
}

async function openIndex({ sources, watching }: Searched): Promise<SearchIndex> {
  const index = createSearchIndex();
  for (const { collection, instance } of sources) {
    const read = readers[collection];
    if (!read) continue;
    // Writes during the first read are as new or newer, so they are applied after it.
    let meanwhile: Written[] | null = [];
    watching.push(
      instance.changeStream().subscribe(({ events }) => {
        for (const event of events) {
          const written = writtenBy(event.documentId, event.operation === "DELETE" ? null : event.documentData);
          if (meanwhile) meanwhile.push(written);
          else read(index, written);
        }
      }),
    );
    for await (const written of allOf(instance)) read(index, written);
    for (const written of meanwhile) read(index, written);
    meanwhile = null;
  }
  return index;
}

async function* allOf(instance: Instance): AsyncGenerator<Written> {
  let checkpoint: object | undefined;
  let count = PAGE;
  while (count === PAGE) {
    const page = await getChangedDocumentsSince(instance, PAGE, checkpoint);
    for (const document of page.documents) yield writtenBy((document as unknown as { id: string }).id, document);
    checkpoint = page.checkpoint;
    count = page.documents.length;
  }
}

/** Without RxDB's own fields, which would be sent with every answer. */
function writtenBy(id: string, stored: object | null): Written {
  if (!stored || ("_deleted" in stored && stored._deleted)) return { id, document: null };
  const { _deleted, _attachments, _meta, _rev, ...document } = stored as Record<string, unknown>;
  return { id, document };
}
