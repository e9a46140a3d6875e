import { TriangleAlert } from "lucide-react";
import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import {
  ColourBox,
  deleteAction,
  editAction,
  type RecordAction,
  type RecordField,
  type RecordLook,
} from "../lists/index.ts";
import type { QueueRow } from "./queue-wire.ts";

/** `connections`: number of connections that offer the queue; null until this device has loaded them. */
export function queueLook({ id, name, color }: QueueRow, connections: ConnectionRef[] | null): RecordLook {
  return {
    name,
    picture: <ColourBox color={color} />,
    line: connections && <ReachedBy names={namesOf(id, connections)} />,
  };
}

const namesOf = (queueId: string, connections: ConnectionRef[]) =>
  connections.filter(({ queueIds }) => queueIds.includes(queueId)).map(({ name }) => name);

/** Shows the connections that offer the queue. A queue without one does not work yet, and its row says so. */
function ReachedBy({ names }: { names: string[] }) {
  if (names.length > 0) return <span className="truncate">{names.join(", ")}</span>;
  return (
    <span className="flex items-center gap-1.5 text-warn-ink">
      <TriangleAlert aria-hidden="true" size={14} className="shrink-0" />
      {m.queues_unreached()}
    </span>
  );
}

export const queueFields = ({ greetingMessage, color }: QueueRow): RecordField[] => [
  { label: m.queues_col_color(), value: color },
  {
    label: m.queues_col_greeting(),
    value: greetingMessage && <span className="line-clamp-6 whitespace-pre-line">{greetingMessage}</span>,
  },
];

type QueueActions = { disabled: boolean; onEdit: () => void; onDelete: () => void };

export const queueActions = ({ name }: QueueRow, { disabled, onEdit, onDelete }: QueueActions): RecordAction[] => [
  editAction({ spokenLabel: m.queues_edit_of({ name }), disabled, onSelect: onEdit }),
  deleteAction({ spokenLabel: m.queues_delete_of({ name }), disabled, onSelect: onDelete }),
];
