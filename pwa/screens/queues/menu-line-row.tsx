import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  IndentDecrease,
  IndentIncrease,
  Plus,
  Trash2,
} from "lucide-react";
import type { MenuLine } from "../../../contracts/desk/queues.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/fields/text-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Grip } from "./menu-drag.tsx";
import { moveLine, nestLine, type OutlineLine, unnestLine } from "./menu-lines.ts";

type LineRowProps = {
  line: OutlineLine;
  under: number;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (move: (lines: readonly MenuLine[], id: string) => MenuLine[]) => void;
  onDelete: () => void;
};

export const nameOf = ({ title }: Pick<MenuLine, "title">) => title.trim() || m.queues_menu_nameless();

export function LineRow({ line, under, isOpen, onToggle, onMove, onDelete }: LineRowProps) {
  const name = nameOf(line);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="flex flex-wrap items-center gap-0.5 py-0.5 pr-1 pl-0.5">
      <Grip id={line.id} />
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-8 min-w-32 flex-1 items-center gap-2 rounded-sm text-left touch:min-h-11"
      >
        <span className="w-4 shrink-0 text-center font-semibold tabular-nums">{line.number}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {name}
        </span>
        {under > 0 && <span className="shrink-0 text-ink-3 text-xs">{m.queues_menu_under({ count: under })}</span>}
        <Chevron aria-hidden="true" size={15} className="shrink-0 text-ink-3" />
      </button>
      <IconButton
        size="small"
        label={m.queues_menu_up({ name })}
        icon={<ArrowUp size={15} />}
        disabled={line.isFirst}
        onClick={() => onMove((lines, id) => moveLine(lines, id, -1))}
      />
      <IconButton
        size="small"
        label={m.queues_menu_down({ name })}
        icon={<ArrowDown size={15} />}
        disabled={line.isLast}
        onClick={() => onMove((lines, id) => moveLine(lines, id, 1))}
      />
      <IconButton
        size="small"
        label={m.queues_menu_nest({ name })}
        icon={<IndentIncrease size={15} />}
        disabled={line.isFirst}
        onClick={() => onMove(nestLine)}
      />
      <IconButton
        size="small"
        label={m.queues_menu_unnest({ name })}
        icon={<IndentDecrease size={15} />}
        disabled={line.depth === 0}
        onClick={() => onMove(unnestLine)}
      />
      <IconButton size="small" label={m.queues_menu_delete({ name })} icon={<Trash2 size={15} />} onClick={onDelete} />
    </div>
  );
}

type LineFieldsProps = { line: MenuLine; onChange: (part: Partial<MenuLine>) => void; onAdd: () => void };

export function LineFields({ line, onChange, onAdd }: LineFieldsProps) {
  return (
    <div className="flex flex-col gap-3 px-3 pt-1 pb-3">
      <TextField
        label={m.queues_menu_title()}
        value={line.title}
        autoFocus
        maxLength={80}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={m.queues_menu_message()}
        rows={2}
        value={line.message}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      <Button size="small" className="self-start" icon={<Plus aria-hidden="true" size={14} />} onClick={onAdd}>
        {m.queues_menu_add_under()}
      </Button>
    </div>
  );
}
