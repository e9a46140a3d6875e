import type { ComponentProps } from "react";
import type { SearchView, TicketView } from "../../../../sync/client/index.ts";
import { useDesk } from "../../../session/desk.tsx";
import { Palette, type PaletteResults } from "../../../shell/palette/palette.tsx";
import { ChatResults, useFoundChats } from "../../chats/parts/chat-results.tsx";
import { FIRST_HITS, useFoundHere } from "../list/use-found-here.ts";
import { useLatest } from "../list/use-latest.ts";
import { useWarmSearch } from "../list/use-warm-search.ts";
import { paletteHits, SHOWN } from "./palette-hits.ts";
import { ReplyGroup, useFoundReplies } from "./reply-group.tsx";
import { ContactGroup, type GroupProps, MessageGroup, ServerRow, TicketGroup } from "./result-groups.tsx";

/** The palette, which also searches conversations, messages, contacts, quick messages and internal chats. */
export function SearchPalette(props: Omit<ComponentProps<typeof Palette>, "useResults">) {
  return <Palette {...props} useResults={useSearchResults} />;
}

const nothing: SearchView = { tickets: [], contacts: [], messages: [], tookMs: 0 };

/** Searches this device; without a text it returns the user's open conversations. */
function useSearchResults(text: string, words: readonly string[], done: GroupProps["done"]): PaletteResults {
  useWarmSearch();
  const isEmpty = text === "";
  const found = useFoundHere(isEmpty ? null : { text, limit: FIRST_HITS });
  const recent = useRecent();
  const hits = paletteHits(isEmpty ? nothing : (found ?? nothing));
  const tickets = isEmpty ? recent : hits.tickets;
  const replies = useFoundReplies(words);
  const chats = useFoundChats(text);
  return {
    tookMs: isEmpty ? null : (found?.tookMs ?? null),
    values: [
      ...tickets.map(({ id }) => `ticket ${id}`),
      ...hits.messages.map(({ key }) => key),
      ...hits.contacts.map(({ id }) => `contact ${id}`),
      ...replies.map(({ id }) => `reply ${id}`),
      ...chats.values,
    ],
    groups: (
      <>
        <TicketGroup tickets={tickets} words={words} done={done} />
        <MessageGroup messages={hits.messages} words={words} done={done} />
        <ContactGroup contacts={hits.contacts} words={words} done={done} />
        <ReplyGroup replies={replies} words={words} done={done} />
        <ChatResults chats={chats.chats} messages={chats.messages} words={words} done={done} />
      </>
    ),
    last: isEmpty ? null : { value: "server", row: <ServerRow asked={text} done={done} /> },
  };
}

const none: TicketView[] = [];

/** Returns the user's open conversations, shown before anything is typed. */
function useRecent(): TicketView[] {
  const desk = useDesk();
  return useLatest<TicketView[]>(() => desk.tickets$({ status: "open", showAll: false, limit: SHOWN }), [desk], none);
}
