import { Command } from "cmdk";
import { Zap } from "lucide-react";
import type { QuickMessageDocument } from "../../../../contracts/desk/quick-messages.ts";
import { plainLine } from "../../../conversation/text/message-summary.ts";
import { matchedLine, matchedParts } from "../../../i18n/matched-parts.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useDeskUser, useObservable } from "../../../session/desk.tsx";
import { End, Group, rowClass } from "../../../shell/palette/palette-rows.tsx";
import { Marked } from "../../../ui/marked.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { findQuickReplies, offeredTo } from "../composer/quick-replies.ts";
import { SHOWN } from "./palette-hits.ts";
import { useReplyTarget } from "./reply-target.ts";
import type { GroupProps } from "./result-groups.tsx";

const none: QuickMessageDocument[] = [];

/** Returns the first quick replies that contain all words; none without a word. */
export function useFoundReplies(words: readonly string[]): QuickMessageDocument[] {
  const desk = useDesk();
  const { id } = useDeskUser();
  const all = useObservable(() => desk.quickMessages$(), [desk], none);
  return words.length === 0 ? none : findQuickReplies(words, offeredTo(id, all)).slice(0, SHOWN);
}

/** Inserts a quick reply into the open conversation's field; without one, copies its text. */
export function ReplyGroup({ replies, words, done }: GroupProps & { replies: QuickMessageDocument[] }) {
  const target = useReplyTarget();
  async function choose(reply: QuickMessageDocument) {
    if (target) return target.use(reply);
    await navigator.clipboard.writeText(reply.message);
    toast.success(m.tickets_copied());
  }
  const bare = words.map((word) => word.replace(/^\//, ""));
  return (
    <Group heading={m.tickets_quick_replies()} shown={replies.length > 0}>
      {replies.map((reply) => (
        <Command.Item
          key={reply.id}
          value={`reply ${reply.id}`}
          className={rowClass}
          onSelect={done(() => void choose(reply))}
        >
          <Zap aria-hidden="true" size={16} className="shrink-0 text-ink-2" />
          <span className="max-w-[50%] shrink-0 truncate font-medium">
            /<Marked parts={matchedParts(reply.shortcode, bare)} />
          </span>
          <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
            <Marked parts={matchedLine(plainLine(reply.message), bare)} />
          </span>
          <End>{target ? m.palette_use_in({ name: target.contactName }) : m.palette_copy()}</End>
        </Command.Item>
      ))}
    </Group>
  );
}
