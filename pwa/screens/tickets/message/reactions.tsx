import type { MessageView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { classNames } from "../../../ui/class-names.ts";

/** Shows the reactions to a message with their counts; our own has a border. */
export function Reactions({ message }: { message: MessageView }) {
  const counted = countReactions(message.reactions);
  if (counted.length === 0 || message.isDeleted) return null;
  return (
    <ul
      aria-label={m.tickets_reactions()}
      className={classNames("z-1 -mt-1.5 flex gap-1 px-2", message.fromMe ? "self-end" : "self-start")}
    >
      {counted.map(({ emoji, count, isOurs }) => (
        <li
          key={emoji}
          aria-label={isOurs ? m.tickets_reaction_ours({ emoji }) : m.tickets_reaction_theirs({ emoji })}
          className={classNames(
            "flex h-6 items-center gap-1 rounded-full bg-raised px-1.5 text-sm shadow-lift ring-1",
            isOurs ? "ring-primary" : "ring-line",
          )}
        >
          {emoji}
          {count > 1 && <span className="text-2xs text-ink-2 tabular-nums">{count}</span>}
        </li>
      ))}
    </ul>
  );
}

export function countReactions(reactions: MessageView["reactions"]) {
  const counted = new Map<string, { emoji: string; count: number; isOurs: boolean }>();
  for (const { emoji, fromMe } of reactions) {
    const known = counted.get(emoji) ?? { emoji, count: 0, isOurs: false };
    counted.set(emoji, { emoji, count: known.count + 1, isOurs: known.isOurs || fromMe });
  }
  return [...counted.values()];
}
