import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import type { ThreadView } from "../../../../sync/client/index.ts";
import { useOlder } from "../../../conversation/thread/use-older.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { isEnter } from "../../../ui/fields/enter-key.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useSystemBack } from "../../../ui/layers/use-system-back.ts";
import { findInThread } from "./find-in-thread.ts";

type ConversationSearchProps = {
  ticketId: string;
  thread: ThreadView;
  /** Scrolls to a message and marks it; null removes the mark. */
  onShow: (messageId: string | null) => void;
  onClose: () => void;
};

/** Searches the loaded messages at once and loads older ones on request; shows how far back it has searched. */
export function ConversationSearch({ ticketId, thread, onShow, onClose }: ConversationSearchProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const hits = useMemo(() => findInThread(thread.messages, text), [thread.messages, text]);
  // Without a choice, the newest hit is current.
  const place = chosen !== null && hits.includes(chosen) ? hits.indexOf(chosen) : hits.length - 1;
  const current = hits[place] ?? null;
  const further = useSearchFurther(ticketId, thread, hits, setChosen);
  const isAsking = text.trim() !== "";

  const show = useEffectEvent(onShow);
  useEffect(() => show(current), [current]);
  useEffect(() => () => show(null), []);

  useSystemBack(true, onClose);

  const step = (by: number) => setChosen(hits[(place + by + hits.length) % hits.length] ?? null);
  function handleKey(event: KeyboardEvent) {
    if (isEnter(event) && hits.length > 0) step(event.shiftKey ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <search className="flex shrink-0 flex-col gap-1 border-line border-b bg-surface px-4 py-1.5 max-sm:px-2">
      <div className="flex items-center gap-1">
        <TextField
          type="search"
          label={m.tickets_find()}
          hideLabel
          placeholder={m.tickets_find()}
          icon={<Search aria-hidden="true" size={15} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
          autoFocus
          enterKeyHint="search"
          className="min-w-0 flex-1"
        />
        <span role="status" className="shrink-0 px-1 text-ink-2 text-xs tabular-nums">
          {isAsking && countWords(place, hits.length)}
        </span>
        <IconButton
          label={m.tickets_find_older()}
          icon={<ChevronUp size={18} />}
          disabled={hits.length === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          label={m.tickets_find_newer()}
          icon={<ChevronDown size={18} />}
          disabled={hits.length === 0}
          onClick={() => step(1)}
        />
        <IconButton label={m.ui_close()} icon={<X size={18} />} onClick={onClose} />
      </div>
      {isAsking && (
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-ink-3 text-xs">
          {groundWords(thread)}
          {thread.hasOlder && !thread.endsHere && (
            <Button size="small" kind="ghost" busy={further.isBusy && m.tickets_finding()} onClick={further.begin}>
              {m.tickets_find_more()}
            </Button>
          )}
        </p>
      )}
    </search>
  );
}

const countWords = (place: number, count: number) =>
  count > 0 ? m.tickets_find_place({ place: place + 1, count }) : m.tickets_find_none();

function groundWords({ messages, hasOlder, endsHere }: ThreadView): string {
  const [oldest] = messages;
  if (!hasOlder || !oldest) return m.tickets_find_all();
  const time = moment(oldest.createdAt);
  return endsHere ? m.tickets_find_beyond({ time }) : m.tickets_find_loaded({ time });
}

/** Loads older pages until one has a hit, the conversation's first message is reached, or the network is lost. */
function useSearchFurther(ticketId: string, thread: ThreadView, hits: string[], choose: (messageId: string) => void) {
  const desk = useDesk();
  const older = useOlder(
    thread,
    useCallback(() => desk.loadOlder(ticketId), [desk, ticketId]),
  );
  /** Number of hits when the search for older ones began; null: not searching. */
  const [before, setBefore] = useState<number | null>(null);
  const oldest = thread.messages[0]?.id;
  const goOn = useEffectEvent(() => {
    if (before === null || older.loading) return;
    const found = hits.length - before;
    const newest = hits[found - 1];
    if (found > 0 && newest) choose(newest);
    if (found > 0 || !thread.hasOlder || thread.endsHere) return setBefore(null);
    older.load().catch((error: unknown) => {
      setBefore(null);
      throw error;
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each loaded page.
  useEffect(() => goOn(), [before, oldest, older.loading, thread.hasOlder, thread.endsHere]);
  return { isBusy: before !== null, begin: () => setBefore(hits.length) };
}
