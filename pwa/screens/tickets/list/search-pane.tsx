import { ChevronDown, Search } from "lucide-react";
import { useState } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDeskUser, useSyncStatus } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { Checkbox } from "../../../ui/toggles.tsx";
import { useDirectory } from "../directory.tsx";
import { KeyedRows } from "./keyed-rows.tsx";
import type { ListTab } from "./list-view.ts";
import { type ServerSearch, useServerSearch } from "./use-server-search.ts";
import { useSearchRows } from "./use-ticket-rows.ts";

type SearchPaneProps = {
  queueIds: (string | null)[] | null;
  selectedId: string | null;
  onNew: () => void;
  onTab: (tab: ListTab) => void;
};

/** Looks on this device at once and, with a network, on the server below it; and says where it looked. */
export function SearchPane({ queueIds, ...shared }: SearchPaneProps) {
  const user = useDeskUser();
  const { users, tags } = useDirectory();
  const [text, setText] = useState("");
  const [tagIds, setTagIds] = useState<string[]>([]);
  const [userIds, setUserIds] = useState<string[]>([]);
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
            label={m.tickets_search_tags()}
            choices={[...tags.values()]}
            value={tagIds}
            onChange={setTagIds}
          />
          {user.profile === "admin" && (
            <ChoiceFilter
              label={m.tickets_search_users()}
              choices={[...users.values()]}
              value={userIds}
              onChange={setUserIds}
            />
          )}
        </div>
      </div>
      {asks ? (
        <Results
          key={JSON.stringify([wanted, tagIds, userIds])}
          {...shared}
          text={wanted}
          tagIds={tagIds}
          userIds={userIds}
          queueIds={queueIds}
        />
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
  const local = useSearchRows({ search: text, tagIds, userIds, queueIds: queueIds ?? undefined });
  const server = useServerSearch({ text, tagIds, userIds }, pages, linkUp && text !== "");
  const here = new Set(local.rows?.map((ticket) => ticket.id));
  const others = server.rows.filter((ticket) => !here.has(ticket.id));
  const rows = local.rows && [...local.rows, ...others];
  return (
    <>
      <p role="status" className="border-line border-b bg-sunken px-4 py-1.5 text-ink-3 text-xs">
        {whereItLooked(local.rows?.length ?? 0, others.length, server, linkUp)}
      </p>
      <KeyedRows {...shared} rows={rows} more={local.more} />
      {server.hasMore && (
        <Button kind="ghost" className="m-2" onClick={() => setPages(pages + 1)}>
          {m.tickets_search_more()}
        </Button>
      )}
    </>
  );
}

function whereItLooked(here: number, others: number, server: ServerSearch, linkUp: boolean): string {
  const onDevice = m.tickets_search_here({ count: here });
  if (!linkUp) return `${onDevice}. ${m.tickets_search_offline()}`;
  if (server.state === "busy") return `${onDevice}. ${m.tickets_search_server_busy()}`;
  if (server.state === "failed") return `${onDevice}. ${m.tickets_search_server_failed()}`;
  if (server.state === "idle") return onDevice;
  return others > 0
    ? `${onDevice}, ${m.tickets_search_server_more({ count: others })}`
    : `${onDevice}. ${m.tickets_search_server_none()}`;
}

type ChoiceFilterProps = {
  label: string;
  choices: { id: string; name: string }[];
  value: string[];
  onChange: (ids: string[]) => void;
};

function ChoiceFilter({ label, choices, value, onChange }: ChoiceFilterProps) {
  return (
    <Popover
      label={label}
      side="bottom start"
      className="max-h-80! min-w-56 overflow-y-auto"
      button={
        <Button kind={value.length > 0 ? "soft" : "ghost"} size="small">
          {value.length > 0 ? `${label}: ${value.length}` : label}
          <ChevronDown aria-hidden="true" size={13} />
        </Button>
      }
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="sr-only">{label}</legend>
        {choices.length === 0 && <p className="text-ink-3">{m.ui_none_found()}</p>}
        {choices.map((choice) => (
          <Checkbox
            key={choice.id}
            label={choice.name}
            checked={value.includes(choice.id)}
            onChange={(on) => onChange(on ? [...value, choice.id] : value.filter((id) => id !== choice.id))}
          />
        ))}
      </fieldset>
    </Popover>
  );
}
