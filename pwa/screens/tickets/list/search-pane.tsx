import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import type { ContactDocument } from "../../../../contracts/desk/contacts.ts";
import { searchWords } from "../../../../contracts/search-text.ts";
import type { SearchView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useCan, useSyncStatus } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChoiceFilter } from "../../../ui/fields/choice-filter.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { EmptyState } from "../../../ui/lists/empty-state.tsx";
import { foundItems, onlyOnServer } from "./found-items.ts";
import { FoundList } from "./found-list.tsx";
import type { ListTab } from "./list-view.ts";
import { FIRST_HITS, useFoundHere } from "./use-found-here.ts";
import { type ServerSearch, useServerSearch } from "./use-server-search.ts";
import { useWarmSearch } from "./use-warm-search.ts";

type SearchPaneProps = {
  /** Initial search text. */
  asked?: string;
  queueIds: (string | null)[] | null;
  selectedId: string | null;
  /** Id of the agent named in the URL, whose tickets are searched. */
  askedAgent?: string;
  onNew: (contact?: ContactDocument) => void;
  onTab: (tab: ListTab) => void;
  onWaiting: () => void;
};

/**
 * Searches this device at once and, with a network, the server; server results are listed below. Shows where it
 * searched.
 */
export function SearchPane({ queueIds, asked = "", askedAgent, ...shared }: SearchPaneProps) {
  const filtersByUser = useCan("filterTicketsByUser");
  const { users, tags } = useDirectory();
  const [text, setText] = useState(asked);
  const [tagIds, setTagIds] = useState<string[]>([]);
  const [userIds, setUserIds] = useState<string[]>(askedAgent ? [askedAgent] : []);
  useWarmSearch();
  const wanted = text.trim();
  const asks = wanted !== "" || tagIds.length > 0 || userIds.length > 0;
  return (
    <>
      <div className="flex flex-col gap-2 border-line border-b px-3 py-2.5">
        <TextField
          type="search"
          label={m.tickets_search_label()}
          hideLabel
          icon={<Search aria-hidden="true" size={15} />}
          placeholder={m.tickets_search_placeholder()}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoFocus
          enterKeyHint="search"
        />
        <div className="flex gap-1">
          <ChoiceFilter
            kind="ghost"
            size="small"
            label={m.tickets_search_tags()}
            choices={[...tags.values()]}
            value={tagIds}
            onChange={setTagIds}
          />
          {filtersByUser && (
            <ChoiceFilter
              kind="ghost"
              size="small"
              label={m.tickets_search_users()}
              choices={[...users.values()]}
              value={userIds}
              onChange={setUserIds}
            />
          )}
        </div>
      </div>
      {asks ? (
        <Results {...shared} text={wanted} tagIds={tagIds} userIds={userIds} queueIds={queueIds} />
      ) : (
        <EmptyState title={m.tickets_search_label()}>{m.tickets_search_hint()}</EmptyState>
      )}
    </>
  );
}

type ResultsProps = SearchPaneProps & { text: string; tagIds: string[]; userIds: string[] };

function Results({ text, tagIds, userIds, queueIds, ...shared }: ResultsProps) {
  const { linkUp } = useSyncStatus();
  const [pages, setPages] = useState(1);
  const [limit, setLimit] = useState(FIRST_HITS);
  const here = useFoundHere({ text, tagIds, userIds, queueIds: queueIds ?? undefined, limit });
  // The server's search cannot filter by "no queue", so null is omitted.
  const queues = (queueIds ?? []).filter((id) => id !== null);
  const server = useServerSearch({ text, tagIds, userIds, queueIds: queues }, pages, linkUp && text !== "");
  const words = useMemo(() => searchWords(text), [text]);
  const items = useMemo(() => (here ? foundItems(here, server.hits) : null), [here, server.hits]);
  if (!here || !items) return null;
  const others = onlyOnServer(here, server.hits).length;
  const isEmpty = items.length === 0 && server.state !== "busy";
  return (
    <>
      <p
        role="status"
        className="flex items-center gap-2 border-line border-b bg-sunken px-4 py-1.5 text-ink-3 text-xs"
      >
        <span className="min-w-0 flex-1">{whereItLooked(foundWords(here, limit), others, server, linkUp)}</span>
        {server.state === "failed" && (
          <button type="button" className="shrink-0 font-semibold underline underline-offset-3" onClick={server.retry}>
            {m.search_retry()}
          </button>
        )}
      </p>
      {isEmpty ? (
        <EmptyState title={m.search_none_title()}>{m.search_none_text()}</EmptyState>
      ) : (
        <FoundList
          {...shared}
          items={items}
          words={words}
          onMore={() => isCut(here, limit) && setLimit(limit + FIRST_HITS)}
        />
      )}
      {server.hasMore && (
        <Button kind="ghost" className="m-2" onClick={() => setPages(pages + 1)}>
          {m.tickets_search_more()}
        </Button>
      )}
    </>
  );
}

const isCut = ({ tickets, messages }: SearchView, limit: number) => Math.max(tickets.length, messages.length) >= limit;

function foundWords(here: SearchView, limit: number): string {
  const count = here.tickets.length + here.messages.length + here.contacts.length;
  return isCut(here, limit) ? m.search_found_many({ count }) : m.search_found_here({ count });
}

function whereItLooked(onDevice: string, others: number, server: ServerSearch, linkUp: boolean): string {
  if (!linkUp) return `${onDevice}. ${m.tickets_search_offline()}`;
  if (server.state === "busy") return `${onDevice}. ${m.tickets_search_server_busy()}`;
  if (server.state === "failed") return `${onDevice}. ${m.tickets_search_server_failed()}`;
  if (server.state === "idle") return onDevice;
  return others > 0
    ? `${onDevice}, ${m.search_found_server({ count: others })}`
    : `${onDevice}. ${m.tickets_search_server_none()}`;
}
