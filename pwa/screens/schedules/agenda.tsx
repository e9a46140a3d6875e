import { Pencil, Trash2 } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { StatusChip, type Tone } from "../../ui/chips.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { NearEnd } from "../../ui/near-end.tsx";
import { Table, type TableColumn } from "../../ui/table.tsx";
import type { List } from "../lists/index.ts";
import { localMoment } from "./local-moment.ts";
import { type EventActions, statusWords } from "./schedule-event.tsx";
import type { Schedule } from "./schedule-wire.ts";

/** All of them in the order of their hour, also those that a search finds. */
export function Agenda({ list, today, actions }: { list: List<Schedule>; today: string; actions: EventActions }) {
  if (list.rows.length === 0) {
    if (list.state !== "ready") return null;
    return <EmptyState title={m.schedules_empty_title()}>{m.schedules_empty_text()}</EmptyState>;
  }
  return (
    <>
      <Table
        label={m.schedules_title()}
        columns={columns(today)}
        rows={list.rows}
        rowKey={(schedule) => schedule.id}
        actionsHeader={m.lists_col_actions()}
        actions={(schedule) => (
          <>
            <IconButton
              label={m.schedules_edit_of({ name: schedule.contact.name })}
              icon={<Pencil size={16} />}
              onClick={() => actions.onOpen(schedule)}
            />
            {schedule.canChange && (
              <IconButton
                label={m.schedules_delete_of({ name: schedule.contact.name })}
                icon={<Trash2 size={16} />}
                disabled={!actions.canWrite}
                onClick={() => actions.onDelete(schedule)}
              />
            )}
          </>
        )}
      />
      {list.hasMore && <NearEnd count={list.rows.length} onNear={list.more} />}
    </>
  );
}

const tones: Record<Schedule["status"], Tone> = { PENDENTE: "success", ENVIADA: "neutral", ERRO: "danger" };

const columns = (today: string): TableColumn<Schedule>[] => [
  {
    id: "contact",
    header: m.schedules_contact(),
    isTitle: true,
    cell: ({ contact }) => <span className="font-medium">{contact.name}</span>,
  },
  {
    id: "sendAt",
    header: m.schedules_send_at(),
    cell: ({ sendAt, sendAtLocal }) => (
      <time dateTime={sendAt} className="whitespace-nowrap">
        {localMoment(sendAtLocal, today)}
      </time>
    ),
  },
  {
    id: "body",
    header: m.schedules_body(),
    cell: ({ body }) => <span className="line-clamp-1 [overflow-wrap:anywhere]">{body}</span>,
  },
  {
    id: "status",
    header: m.schedules_col_status(),
    cell: ({ status }) => <StatusChip tone={tones[status]}>{statusWords[status]()}</StatusChip>,
  },
];
