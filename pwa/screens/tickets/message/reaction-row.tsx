import { SmilePlus } from "lucide-react";
import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";
import { MenuIconItem } from "../../../ui/layers/menu.tsx";

/** The most frequently used emoji. */
const usual = ["👍", "❤️", "😂", "😮", "😢", "🙏"];
const ITEM = "grid size-9 place-items-center rounded-md text-xl data-focus:bg-hover touch:size-11";

type ReactionRowProps = { message: MessageView; onReact: (emoji: string) => void; onMore: () => void };

/** Shows emoji above a message's menu to react with; choosing our own reaction again removes it. */
export function ReactionRow({ message, onReact, onMore }: ReactionRowProps) {
  const ours = message.reactions.find(({ fromMe }) => fromMe)?.emoji;
  const shown = ours && !usual.includes(ours) ? [ours, ...usual.slice(0, -1)] : usual;
  return (
    <div role="none" className="flex border-line border-b px-1 pb-1">
      {shown.map((emoji) => (
        <MenuIconItem
          key={emoji}
          label={emoji === ours ? m.tickets_reaction_take_back({ emoji }) : m.tickets_react_with({ emoji })}
          onSelect={() => onReact(emoji === ours ? "" : emoji)}
          className={classNames(ITEM, emoji === ours && "bg-selected")}
        >
          {emoji}
        </MenuIconItem>
      ))}
      <MenuIconItem label={m.tickets_react_other()} onSelect={onMore} className={ITEM}>
        <SmilePlus aria-hidden="true" size={18} className="text-ink-2" />
      </MenuIconItem>
    </div>
  );
}
