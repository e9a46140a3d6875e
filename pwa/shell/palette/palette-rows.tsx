import { Command } from "cmdk";
import type { ReactNode } from "react";
import { matchedParts } from "../../i18n/matched-parts.ts";
import { Marked } from "../../ui/marked.tsx";
import { keysOf } from "../keyboard/own-keys.ts";
import { Keys } from "../keyboard/shortcuts-dialog.tsx";
import type { PaletteAction } from "./palette-actions.ts";

export const rowClass =
  "flex min-h-9.5 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-hover-raised touch:min-h-11";

/** Draws a group with a heading; nothing when it is empty, since cmdk would keep the heading. */
export function Group({ heading, shown, children }: { heading: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <Command.Group
      heading={heading}
      className="mb-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-ink-2 [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

export const End = ({ children }: { children: ReactNode }) => (
  <span className="shrink-0 text-ink-3 text-xs">{children}</span>
);

type ActionRowProps = { action: PaletteAction; words: readonly string[]; onSelect: () => void };

export function ActionRow({ action, words, onSelect }: ActionRowProps) {
  const Icon = action.icon;
  return (
    <Command.Item value={`action ${action.id}`} className={rowClass} onSelect={onSelect}>
      <Icon aria-hidden="true" size={16} className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1 truncate font-medium">
        <Marked parts={matchedParts(action.label, words)} />
      </span>
      {action.shortcut && (
        <span aria-hidden="true" className="flex shrink-0 gap-1 touch:hidden">
          <Keys keys={keysOf(action.shortcut).slice(0, 1)} />
        </span>
      )}
    </Command.Item>
  );
}
