import { isSortable, useSortable } from "@dnd-kit/react/sortable";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useState } from "react";
import type { TagRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { apiSend } from "../../session/api-fetch.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { DragArea } from "../../ui/lists/drag-area.tsx";
import { ColourBox, FormDialog, useForm } from "../lists/index.ts";

type Order = { tagIds: string[] };

/** Orders the lanes of the kanban board: by dragging, or by the buttons of each row. */
export function LaneOrderDialog({ lanes, onClose }: { lanes: readonly TagRef[]; onClose: () => void }) {
  const byId = new Map(lanes.map((lane) => [lane.id, lane]));
  /** Lanes may have come and gone since an order was kept on this device. */
  const ofNow = (kept: readonly string[]) => [
    ...kept.filter((id) => byId.has(id)),
    ...[...byId.keys()].filter((id) => !kept.includes(id)),
  ];
  const form = useForm<Order>({
    keep: "laneOrder",
    start: { tagIds: lanes.map(({ id }) => id) },
    save: (order) => apiSend("PUT", "/tags/kanban", { tagIds: ofNow(order.tagIds) }),
  });
  const [announced, announce] = useState("");
  const tagIds = ofNow(form.values.tagIds);
  function place(id: string, at: number) {
    const rest = tagIds.filter((each) => each !== id);
    form.set({ tagIds: [...rest.slice(0, at), id, ...rest.slice(at)] });
    announce(m.kanban_order_said({ name: byId.get(id)?.name ?? "", place: at + 1, count: tagIds.length }));
  }
  return (
    <FormDialog title={m.kanban_order_title()} form={form} saved={m.kanban_order_saved()} onClose={onClose}>
      <p className="text-ink-3 text-sm">{m.kanban_order_text()}</p>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <DragArea
        onDragEnd={({ operation: { source }, canceled }) => {
          if (!canceled && isSortable(source) && source.index !== tagIds.indexOf(String(source.id)))
            place(String(source.id), source.index);
        }}
      >
        <ol className="flex flex-col gap-1.5">
          {tagIds.map((id, index) => {
            const lane = byId.get(id);
            return lane && <LaneRow key={id} {...{ lane, index, count: tagIds.length, place }} />;
          })}
        </ol>
      </DragArea>
    </FormDialog>
  );
}

type LaneRowProps = { lane: TagRef; index: number; count: number; place: (id: string, at: number) => void };

function LaneRow({ lane: { id, name, color }, index, count, place }: LaneRowProps) {
  const { ref, handleRef } = useSortable({ id, index });
  return (
    <li ref={ref} className="flex min-h-11 items-center gap-2 rounded-md bg-surface px-2 shadow-hair dark:bg-raised">
      <span ref={handleRef} aria-hidden="true" className="cursor-grab touch-none p-1 text-ink-3">
        <GripVertical size={16} />
      </span>
      <ColourBox color={color} round />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      <IconButton
        label={m.kanban_order_up({ name })}
        icon={<ArrowUp size={16} />}
        disabled={index === 0}
        onClick={() => place(id, index - 1)}
        className="touch:size-11"
      />
      <IconButton
        label={m.kanban_order_down({ name })}
        icon={<ArrowDown size={16} />}
        disabled={index === count - 1}
        onClick={() => place(id, index + 1)}
        className="touch:size-11"
      />
    </li>
  );
}
