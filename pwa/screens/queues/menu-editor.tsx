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
import { useId, useState } from "react";
import { uuidv7 } from "uuidv7";
import type { MenuLine } from "../../../sync/contracts/queues.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { MessageBody } from "../tickets/message/message-body.tsx";
import {
  countUnder,
  menuPreview,
  moveLine,
  nestLine,
  type OutlineLine,
  outline,
  unnestLine,
  withoutLine,
} from "./menu-lines.ts";

type MenuEditorProps = {
  lines: MenuLine[];
  greeting: string;
  error: string | null;
  onChange: (lines: MenuLine[]) => void;
};

/** The menu a queue offers, as an outline: lines move up, down, under the one above and out again, all by button. */
export function MenuEditor({ lines, greeting, error, onChange }: MenuEditorProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const shown = outline(lines);
  // What was opened may have been taken away.
  const open = shown.find(({ id }) => id === openId) ?? null;
  // What the open line answers; while it answers nothing, the menu it stands in.
  const answer = open ? menuPreview(lines, open.id, greeting) : "";
  const preview = answer || menuPreview(lines, open?.parentId ?? null, greeting);
  const problemId = useId();

  function add(parentId: string | null) {
    const line = { id: uuidv7(), parentId, title: "", message: "" };
    onChange([...lines, line]);
    setOpenId(line.id);
  }
  const change = (id: string, part: Partial<MenuLine>) =>
    onChange(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));

  return (
    <section aria-label={m.queues_menu()} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium text-ink-2 text-xs">{m.queues_menu()}</span>
        <Button size="small" icon={<Plus aria-hidden="true" size={14} />} onClick={() => add(null)}>
          {m.queues_menu_add()}
        </Button>
      </div>
      {shown.length === 0 && <p className="text-ink-3 text-xs">{m.queues_menu_none()}</p>}
      {shown.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
          <ul className="line-ring self-start rounded-lg" aria-describedby={error ? problemId : undefined}>
            {shown.map((line) => (
              <li
                key={line.id}
                className="border-line not-last:border-b"
                style={{ paddingInlineStart: `${line.depth * 20}px` }}
              >
                <LineRow
                  line={line}
                  under={countUnder(lines, line.id)}
                  isOpen={line.id === openId}
                  onToggle={() => setOpenId(line.id === openId ? null : line.id)}
                  onMove={(move) => onChange(move(lines, line.id))}
                  onDelete={() => onChange(withoutLine(lines, line.id))}
                />
                {line.id === openId && (
                  <LineFields line={line} onChange={(part) => change(line.id, part)} onAdd={() => add(line.id)} />
                )}
              </li>
            ))}
          </ul>
          <Preview text={preview} />
        </div>
      )}
      {error && (
        <p id={problemId} role="alert" className="text-danger-ink text-xs">
          {error}
        </p>
      )}
    </section>
  );
}

type LineRowProps = {
  line: OutlineLine;
  under: number;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (move: (lines: readonly MenuLine[], id: string) => MenuLine[]) => void;
  onDelete: () => void;
};

function LineRow({ line, under, isOpen, onToggle, onMove, onDelete }: LineRowProps) {
  const name = line.title.trim() || m.queues_menu_nameless();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="flex flex-wrap items-center gap-0.5 py-0.5 pr-1 pl-2.5">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-8 min-w-32 flex-1 items-center gap-2 rounded-sm text-left touch:min-h-11"
      >
        <span className="w-4 shrink-0 text-center font-semibold tabular-nums">{line.number}</span>
        <span className="min-w-0 flex-1 truncate">{name}</span>
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

function LineFields({ line, onChange, onAdd }: LineFieldsProps) {
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

/** As it stands on the contact's phone. */
function Preview({ text }: { text: string }) {
  return (
    <figure className="flex flex-col gap-1.5 self-start">
      <figcaption className="text-ink-3 text-xs">{m.queues_menu_preview()}</figcaption>
      <p className="whitespace-pre-wrap break-words rounded-lg bg-bubble-out px-3 py-2 text-bubble-out-ink">
        {text ? <MessageBody body={text} /> : m.queues_menu_preview_empty()}
      </p>
    </figure>
  );
}
