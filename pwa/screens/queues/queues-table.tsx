import { Pencil, Trash2 } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { Table } from "../../ui/table.tsx";
import type { QueueRow } from "./queue-wire.ts";

type QueuesTableProps = {
  queues: QueueRow[];
  disabled: boolean;
  onEdit: (queue: QueueRow) => void;
  onDelete: (queue: QueueRow) => void;
};

export function QueuesTable({ queues, disabled, onEdit, onDelete }: QueuesTableProps) {
  return (
    <Table
      label={m.queues_title()}
      rows={queues}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          header: m.queues_col_name(),
          isTitle: true,
          cell: ({ name }) => <span className="font-medium">{name}</span>,
        },
        { id: "color", header: m.queues_col_color(), cell: ({ color }) => <ColourCell color={color} /> },
        {
          id: "greeting",
          header: m.queues_col_greeting(),
          cell: ({ greetingMessage }) => <span className="line-clamp-2 text-ink-2">{greetingMessage || "—"}</span>,
        },
      ]}
      actionsHeader={m.lists_col_actions()}
      actions={(queue) => (
        <>
          <IconButton
            label={m.queues_edit_of({ name: queue.name })}
            icon={<Pencil size={16} />}
            disabled={disabled}
            onClick={() => onEdit(queue)}
          />
          <IconButton
            label={m.queues_delete_of({ name: queue.name })}
            icon={<Trash2 size={16} />}
            disabled={disabled}
            onClick={() => onDelete(queue)}
          />
        </>
      )}
    />
  );
}

const ColourCell = ({ color }: { color: string }) => (
  <span className="flex items-center gap-2 tabular-nums">
    <span
      aria-hidden="true"
      className="size-4 shrink-0 rounded-xs ring-1 ring-black/15 ring-inset"
      style={{ backgroundColor: color }}
    />
    <span className="text-ink-2 text-xs">{color}</span>
  </span>
);
