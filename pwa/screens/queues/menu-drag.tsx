import { AutoScroller } from "@dnd-kit/dom";
import { type DragDropEventHandlers, PointerSensor, useDraggable } from "@dnd-kit/react";
import { GripVertical } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { MenuLine } from "../../../contracts/desk/queues.ts";
import { DragArea } from "../../ui/lists/drag-area.tsx";
import { type MenuPosition, placeAt, putLine, staying } from "./menu-places.ts";

/** Indentation of one level. */
export const INDENT_PX = 20;

type Drag = { id: string; place: MenuPosition };
type DragEvent = Parameters<NonNullable<DragDropEventHandlers["onDragMove"]>>[0];

/** The rows show the position of a drag themselves, so nothing follows the pointer. */
const plugins = [AutoScroller];

/** A drag starts at once, because the grip has no other function. Keyboard users have the buttons. */
const sensors = [PointerSensor.configure({ activationConstraints: () => undefined })];

type MenuDragProps = {
  lines: MenuLine[];
  onDrop: (id: string, lines: MenuLine[]) => void;
  /** Draws the list: the ref belongs to the list element, whose children are the rows in the order of the outline. */
  children: (list: {
    ref: React.RefObject<HTMLUListElement | null>;
    dragged: ReadonlySet<string>;
    bar: Bar | null;
  }) => ReactNode;
};

/** The position of the drop indicator: above the option `beforeId`, or below all. */
export type Bar = { beforeId: string | null; depth: number };

/**
 * Lets options be dragged by their grips: up and down and, by moving right or left, below another option and out
 * again.
 */
export function MenuDrag({ lines, onDrop, children }: MenuDragProps) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const others = drag ? staying(lines, drag.id) : [];
  const stayingIds = new Set(others.map(({ id }) => id));
  const dragged = new Set(drag ? lines.map(({ id }) => id).filter((id) => !stayingIds.has(id)) : []);
  const bar = drag && { beforeId: others[drag.place.index]?.id ?? null, depth: drag.place.depth };

  /** Returns the position for the pointer: by the middles of the other rows and by its horizontal movement. */
  function dragAt({ operation }: Pick<DragEvent, "operation">): Drag | null {
    const id = String(operation.source?.id ?? "");
    const line = lines.find((one) => one.id === id);
    if (!line || !list.current) return null;
    const free = staying(lines, id);
    const rows = new Map([...list.current.children].map((row) => [row.getAttribute("data-line"), row]));
    const { x, y } = operation.position.current;
    const index = free.filter((one) => {
      const box = rows.get(one.id)?.getBoundingClientRect();
      return box !== undefined && y > box.top + box.height / 2;
    }).length;
    const depth = depthOf(lines, line) + Math.round((x - operation.position.initial.x) / INDENT_PX);
    return { id, place: placeAt(free, index, depth) };
  }

  return (
    <DragArea
      sensors={sensors}
      plugins={plugins}
      onDragStart={(event) => setDrag(dragAt(event))}
      onDragMove={(event) => setDrag(dragAt(event))}
      onDragEnd={(event) => {
        const last = event.canceled ? null : dragAt(event);
        setDrag(null);
        if (last) onDrop(last.id, putLine(lines, last.id, last.place));
      }}
    >
      {children({ ref: list, dragged, bar })}
    </DragArea>
  );
}

function depthOf(lines: readonly MenuLine[], { parentId }: MenuLine): number {
  const parent = lines.find(({ id }) => id === parentId);
  return parent ? 1 + depthOf(lines, parent) : 0;
}

/** Draws the grip, for the pointer only: the buttons beside it do the same. */
export function Grip({ id }: { id: string }) {
  const { ref, handleRef } = useDraggable({ id });
  return (
    <span ref={ref} aria-hidden="true">
      <span
        ref={handleRef}
        data-grip={id}
        className="grid h-8 w-6 cursor-grab touch-none select-none place-items-center text-ink-3 hover:text-ink touch:h-11 touch:w-8"
      >
        <GripVertical size={15} />
      </span>
    </span>
  );
}

/** Draws the position at which the dragged option would be dropped. */
export const DropBar = ({ depth, atEnd = false }: { depth: number; atEnd?: boolean }) => (
  <span
    aria-hidden="true"
    className={`pointer-events-none absolute right-0 z-1 h-0.75 rounded-full bg-primary ${atEnd ? "-bottom-px" : "-top-0.5"}`}
    style={{ left: `${depth * INDENT_PX + 6}px` }}
  />
);
