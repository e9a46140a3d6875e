import { type RefObject, Suspense, useState } from "react";
import type { ThreadView } from "../../../../sync/client/index.ts";
import { lazyPart } from "../../../ui/on-demand.tsx";
import type { ComposerHandle } from "../composer/composer.tsx";
import type { MessageListHandle } from "./message-list.tsx";

const ConversationSearch = lazyPart(async () => (await import("./conversation-search.tsx")).ConversationSearch);

type FinderDeps = {
  ticketId: string;
  thread: ThreadView | null;
  list: RefObject<MessageListHandle | null>;
  composer: RefObject<ComposerHandle | null>;
};

/** Returns the search in the conversation, and what opens it. */
export function useFinder({ ticketId, thread, list, composer }: FinderDeps) {
  const [isOpen, setOpen] = useState(false);
  function close() {
    setOpen(false);
    composer.current?.focus();
  }
  const finder = isOpen && thread && (
    <Suspense fallback={null}>
      <ConversationSearch
        ticketId={ticketId}
        thread={thread}
        onShow={(messageId) => list.current?.mark(messageId)}
        onClose={close}
      />
    </Suspense>
  );
  return { find: () => setOpen(true), finder };
}
