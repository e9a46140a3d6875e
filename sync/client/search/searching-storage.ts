import { getChangedDocumentsSince, type RxStorageInstance } from "rxdb";
import type { ContactDocument } from "../../contracts/contacts.ts";
import type { ThreadDocument } from "../../contracts/messages.ts";
import type { TicketDocument } from "../../contracts/tickets.ts";
import type { DeskStorage } from "../desk-types.ts";
import { createSearchIndex, type SearchHits, type SearchIndex, type SearchQuestion } from "./search-index.ts";

/** Documents read at once: the storage answers others between two pages. */
const PAGE = 200;

type Stored = { id: string; _deleted: boolean };
type Instance = RxStorageInstance<object, object, object>;
type Source = { instance: Instance; checkpoint: unknown };
type Searched = { index: SearchIndex; sources: Map<string, Source>; upToDate: Promise<void> };

/** The question that screens ask: which documents of the named database are meant. */
export type SearchDocuments = (databaseName: string, question: SearchQuestion) => Promise<SearchHits>;

/** How a document of each searched collection comes into the index and leaves it. */
const readers: Record<string, (index: SearchIndex, document: Stored) => void> = {
  tickets: (index, document) =>
    document._deleted ? index.remove(document.id) : index.putTicket(document as unknown as TicketDocument & Stored),
  contacts: (index, document) =>
    document._deleted ? index.remove(document.id) : index.putContact(document as unknown as ContactDocument & Stored),
  threads: (index, document) =>
    document._deleted
      ? index.removeThread(document.id)
      : index.putThread(document as unknown as ThreadDocument & Stored),
};

/**
 * A storage that can also be searched, where it lives: in the worker, beside what it stores. The index is built by the
 * first question; each further one first reads what was written since, by whichever tab.
 */
export function searchingStorage(storage: DeskStorage): { storage: DeskStorage; search: SearchDocuments } {
  const databases = new Map<string, Searched>();

  const watched: DeskStorage = {
    ...storage,
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      if (!(params.collectionName in readers)) return instance;
      const searched: Searched = databases.get(params.databaseName) ?? {
        index: createSearchIndex(),
        sources: new Map(),
        upToDate: Promise.resolve(),
      };
      searched.sources.set(params.collectionName, {
        instance: instance as unknown as Instance,
        checkpoint: undefined,
      });
      databases.set(params.databaseName, searched);
      const close = instance.close.bind(instance);
      instance.close = () => {
        if (databases.get(params.databaseName) === searched) databases.delete(params.databaseName);
        return close();
      };
      return instance;
    },
  };

  async function search(databaseName: string, question: SearchQuestion): Promise<SearchHits> {
    const searched = databases.get(databaseName);
    if (!searched) return { ticketIds: [], contactIds: [], messages: [] };
    searched.upToDate = searched.upToDate.then(() => catchUp(searched));
    await searched.upToDate;
    return searched.index.search(question);
  }

  return { storage: watched, search };
}

async function catchUp({ index, sources }: Searched): Promise<void> {
  for (const [collection, source] of sources) {
    const read = readers[collection];
    let count = PAGE;
    while (read && count === PAGE) {
      const changed = await getChangedDocumentsSince(source.instance, PAGE, source.checkpoint);
      for (const document of changed.documents) read(index, document as unknown as Stored);
      source.checkpoint = changed.checkpoint;
      count = changed.documents.length;
    }
  }
}
