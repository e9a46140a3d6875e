import { m } from "../../i18n/paraglide/messages.js";
import { Table } from "../../ui/lists/table.tsx";
import { ActionIcons, type RecordAction } from "../lists/index.ts";
import type { QueueRow } from "./queue-wire.ts";

type QueuesTableProps = { queues: QueueRow[]; actions: (queue: QueueRow) => RecordAction[] };

export function QueuesTable({ queues, actions }: QueuesTableProps) {
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
          cell: ({ name }) => (
            <span dir="auto" className="font-medium">
              {name}
            </span>
          ),
        },
        { id: "color", header: m.queues_col_color(), cell: ({ color }) => <ColourCell color={color} /> },
        {
          id: "greeting",
          header: m.queues_col_greeting(),
          cell: ({ greetingMessage }) => <span className="line-clamp-2 text-ink-2">{greetingMessage || "—"}</span>,
        },
      ]}
      actionsHeader={m.lists_col_actions()}
      actions={(queue) => <ActionIcons actions={actions(queue)} />}
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
