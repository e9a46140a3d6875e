import { Image, Minus } from "lucide-react";
import { PriorityChip, priorityLooks } from "../../announcements/priority.tsx";
import { dateAndTime } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { ActionIcons, PictureBox, type RecordAction, type RecordField, type RecordLook } from "../lists/index.ts";
import type { Announcement } from "./announcement-calls.ts";

type AnnouncementsTableProps = { rows: Announcement[]; actions: (announcement: Announcement) => RecordAction[] };

export const AnnouncementsTable = ({ rows, actions }: AnnouncementsTableProps) => (
  <Table
    label={m.announcements_title()}
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    actionsHeader={m.lists_col_actions()}
    actions={(announcement) => <ActionIcons actions={actions(announcement)} />}
  />
);

const columns: TableColumn<Announcement>[] = [
  {
    id: "title",
    header: m.announcements_col_title(),
    isTitle: true,
    cell: ({ title }) => <span className="font-medium [overflow-wrap:anywhere]">{title}</span>,
  },
  {
    id: "priority",
    header: m.announcements_col_priority(),
    cell: ({ priority }) => <PriorityChip priority={priority} />,
  },
  {
    id: "attachment",
    header: m.announcements_col_attachment(),
    cell: ({ picture }) => <AttachmentName of={picture} />,
  },
  { id: "status", header: m.announcements_col_status(), cell: ({ isActive }) => <Status isActive={isActive} /> },
  {
    id: "created",
    header: m.announcements_col_created(),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
        {dateAndTime(createdAt)}
      </time>
    ),
  },
  {
    id: "readers",
    header: m.announcements_col_readers(),
    cell: (announcement) => <span className="whitespace-nowrap tabular-nums">{readersText(announcement)}</span>,
  },
];

const AttachmentName = ({ of: picture }: { of: Announcement["picture"] }) =>
  picture ? (
    <span className="inline-flex max-w-48 items-center gap-1.5" title={picture.name}>
      <Image aria-hidden="true" size={14} className="shrink-0 text-ink-3" />
      <span className="truncate">{picture.name}</span>
    </span>
  ) : (
    <span className="whitespace-nowrap text-ink-3">{m.announcements_no_attachment()}</span>
  );

const Status = ({ isActive }: { isActive: boolean }) => (
  <span className={classNames("inline-flex items-center gap-2 whitespace-nowrap", !isActive && "text-ink-3")}>
    {isActive ? (
      <span aria-hidden="true" className="size-1.75 rounded-full bg-badge" />
    ) : (
      <Minus aria-hidden="true" size={12} />
    )}
    {statusText(isActive)}
  </span>
);

const statusText = (isActive: boolean) => (isActive ? m.announcements_active() : m.announcements_inactive());

const readersText = ({ readers = 0, companies = 0 }: Announcement) => m.announcements_readers({ readers, companies });

export function announcementLook({ title, priority, createdAt, isActive }: Announcement): RecordLook {
  const { Icon, ink, label } = priorityLooks[priority];
  return {
    name: title,
    picture: (
      <PictureBox>
        <Icon aria-hidden="true" size={18} className={ink} />
      </PictureBox>
    ),
    line: `${label()} · ${dateAndTime(createdAt)}`,
    status: <Status isActive={isActive} />,
  };
}

export const announcementFields = (announcement: Announcement): RecordField[] => [
  { label: m.announcements_audit_text(), value: announcement.text },
  { label: m.announcements_col_priority(), value: <PriorityChip priority={announcement.priority} /> },
  { label: m.announcements_col_attachment(), value: <AttachmentName of={announcement.picture} /> },
  { label: m.announcements_col_status(), value: statusText(announcement.isActive) },
  { label: m.announcements_col_created(), value: dateAndTime(announcement.createdAt) },
  { label: m.announcements_col_readers(), value: readersText(announcement) },
];
