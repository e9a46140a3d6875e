import { type RefObject, useEffect, useMemo, useRef } from "react";
import { channelNames } from "../../../i18n/channel-names.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import type { ComposerHandle } from "../composer/composer.tsx";
import type { ConversationContext } from "./conversation-context.tsx";
import type { MessageListHandle } from "./message-list.tsx";

type Actions = Pick<ConversationContext, "reply" | "edit" | "jump" | "view">;
type ContextDeps = Pick<ConversationContext, "ticket" | "mayWrite" | "reply" | "view"> & {
  list: RefObject<MessageListHandle | null>;
  composer: RefObject<ComposerHandle | null>;
};

/** Returns the context of a conversation; the same object until ticket, rights or names change. */
export function useConversationContext({
  ticket,
  mayWrite,
  reply,
  view,
  list,
  composer,
}: ContextDeps): ConversationContext {
  const open: Actions = {
    ...{ reply, view },
    edit: (message) => composer.current?.edit(message),
    jump: (messageId) => void list.current?.jump(messageId),
  };
  const user = useDeskUser();
  const { users } = useDirectory();
  const actions = useRef<Actions>(open);
  useEffect(() => {
    actions.current = open;
  });
  return useMemo(
    () => ({
      ticket,
      mayWrite,
      channel: channelNames[ticket.channel],
      names: {
        contact: ticket.contactName,
        me: user.id,
        user: (id: string | null) => users.get(id ?? "")?.name ?? null,
      },
      reply: (message) => actions.current.reply(message),
      edit: (message) => actions.current.edit(message),
      jump: (messageId) => actions.current.jump(messageId),
      view: (messageId) => actions.current.view(messageId),
    }),
    [ticket, mayWrite, user.id, users],
  );
}
