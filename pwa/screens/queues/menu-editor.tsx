import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { uuidv7 } from "uuidv7";
import type { MenuLine } from "../../../contracts/desk/queues.ts";
import { MessageBody } from "../../conversation/text/message-body.tsx";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { DropBar, INDENT_PX, MenuDrag } from "./menu-drag.tsx";
import { LineFields, LineRow, nameOf } from "./menu-line-row.tsx";
import { countUnder, menuPreview, outline, withoutLine } from "./menu-lines.ts";

type MenuEditorProps = {
  lines: MenuLine[];
  greeting: string;
  error: string | null;
  /** True when the queue does not send the menu. */
  isSilent: boolean;
  onChange: (lines: MenuLine[]) => void;
};

/**
 * Edits a queue's menu as an outline: options move, become children of the option above and leave it again, by
 * dragging and by buttons.
 */
export function MenuEditor({ lines, greeting, error, isSilent, onChange }: MenuEditorProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const [announced, announce] = useState("");
  const shown = outline(lines);
  // The open option may have been removed.
  const open = shown.find(({ id }) => id === openId) ?? null;
  // The text that the open option sends; when it sends nothing, the menu that contains it.
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
  function move(id: string, moved: MenuLine[]) {
    if (JSON.stringify(outline(moved)) === JSON.stringify(shown)) return;
    onChange(moved);
    announce(placeInWords(moved, id));
  }

  return (
    <section aria-label={m.queues_menu()} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <span className="font-medium text-ink-2 text-xs">{m.queues_menu()}</span>
        <Button size="small" icon={<Plus aria-hidden="true" size={14} />} onClick={() => add(null)}>
          {m.queues_menu_add()}
        </Button>
      </div>
      {shown.length === 0 && <p className="text-ink-3 text-xs">{m.queues_menu_none()}</p>}
      {shown.length > 0 && isSilent && <p className="text-ink-3 text-xs">{m.queues_menu_silent()}</p>}
      {shown.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
          <MenuDrag lines={lines} onDrop={move}>
            {({ ref, dragged, bar }) => (
              <ul
                ref={ref}
                className="line-ring relative self-start rounded-lg"
                aria-describedby={error ? problemId : undefined}
              >
                {shown.map((line) => (
                  <li
                    key={line.id}
                    data-line={line.id}
                    className={classNames(
                      "relative border-line not-last:border-b",
                      dragged.has(line.id) && "bg-selected opacity-60",
                    )}
                    style={{ paddingInlineStart: `${line.depth * INDENT_PX}px` }}
                  >
                    {bar?.beforeId === line.id && <DropBar depth={bar.depth} />}
                    <LineRow
                      line={line}
                      under={countUnder(lines, line.id)}
                      isOpen={line.id === openId}
                      onToggle={() => setOpenId(line.id === openId ? null : line.id)}
                      onMove={(how) => move(line.id, how(lines, line.id))}
                      onDelete={() => onChange(withoutLine(lines, line.id))}
                    />
                    {line.id === openId && (
                      <LineFields line={line} onChange={(part) => change(line.id, part)} onAdd={() => add(line.id)} />
                    )}
                    {bar?.beforeId === null && line.id === shown.at(-1)?.id && <DropBar depth={bar.depth} atEnd />}
                  </li>
                ))}
              </ul>
            )}
          </MenuDrag>
          <Preview text={preview} />
        </div>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      {error && (
        <p id={problemId} role="alert" className="text-danger-ink text-xs">
          {error}
        </p>
      )}
    </section>
  );
}

/** Returns an option's position as a sentence for screen readers. */
function placeInWords(lines: readonly MenuLine[], id: string): string {
  const line = outline(lines).find((one) => one.id === id);
  if (!line) return "";
  const place = { name: nameOf(line), number: line.number };
  const parent = lines.find((one) => one.id === line.parentId);
  return parent ? m.queues_menu_moved_under({ ...place, parent: nameOf(parent) }) : m.queues_menu_moved(place);
}

/** Draws the text as the contact's phone shows it. */
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
