import { Ban, Clock, PhoneOff } from "lucide-react";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../i18n/phone-number.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { ChannelGlyph } from "../../ui/channel-glyph.tsx";
import { DotChip, StatusChip } from "../../ui/fields/chips.tsx";
import { Table, type TableColumn } from "../../ui/lists/table.tsx";
import { ActionIcons, OnServer, type RecordAction } from "../lists/index.ts";
import type { ContactRow } from "./contact-rows.ts";

type ContactsTableProps = {
  contacts: ContactRow[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  actions: (contact: ContactRow) => RecordAction[];
};

export function ContactsTable({ contacts, selected, onSelect, actions }: ContactsTableProps) {
  return (
    <Table
      label={m.contacts_title()}
      columns={columns()}
      rows={contacts}
      rowKey={({ id }) => id}
      selection={{
        ids: selected,
        onChange: onSelect,
        canSelect: ({ isQueued }) => !isQueued,
        label: ({ name }) => m.contacts_select({ name }),
        allLabel: m.contacts_select_all(),
      }}
      actionsHeader={m.lists_col_actions()}
      actions={(contact) => <ActionIcons actions={actions(contact)} />}
    />
  );
}

/** Number of tags shown, so that a row stays one line high. */
const TAGS_SHOWN = 2;

const columns = (): TableColumn<ContactRow>[] => [
  {
    id: "name",
    header: m.contacts_col_name(),
    isTitle: true,
    cell: ({ id, name, profilePicUrl, channel, tags, isQueued }) => (
      <span className="flex min-w-0 items-center gap-2.5 py-1 font-medium">
        <Avatar
          id={id}
          name={name}
          picture={profilePicUrl || null}
          size={32}
          glyph={channel && <ChannelGlyph name={channel} />}
        />
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {displayName(name)}
        </span>
        {tags.length > 0 && (
          <span className="flex min-w-0 flex-wrap gap-1">
            {tags.slice(0, TAGS_SHOWN).map((tag) => (
              <DotChip key={tag.id} name={tag.name} color={tag.color} className="max-w-32" />
            ))}
            {tags.length > TAGS_SHOWN && (
              <span className="text-ink-3 text-xs" title={tags.map((tag) => tag.name).join(", ")}>
                +{tags.length - TAGS_SHOWN}
              </span>
            )}
          </span>
        )}
        {isQueued && (
          <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={12} />}>
            {m.contacts_queued()}
          </StatusChip>
        )}
      </span>
    ),
  },
  {
    id: "number",
    header: m.contacts_col_number(),
    cell: ({ number }) => <span className="whitespace-nowrap tabular-nums">{number ? maskPhone(number) : "—"}</span>,
  },
  {
    id: "email",
    header: m.contacts_col_email(),
    cell: ({ email }) => <span className="text-ink-2 [overflow-wrap:anywhere]">{email || "—"}</span>,
  },
  {
    id: "last",
    header: m.contacts_col_last_message(),
    cell: ({ lastMessageAt, isTicketless }) => {
      if (isTicketless) return <OnServer />;
      return lastMessageAt ? (
        <time dateTime={lastMessageAt} className="whitespace-nowrap text-ink-2 tabular-nums">
          {moment(lastMessageAt)}
        </time>
      ) : (
        "—"
      );
    },
  },
  {
    id: "status",
    header: m.contacts_col_status(),
    cell: ({ active, hasNoWhatsapp }) =>
      active && hasNoWhatsapp ? (
        <StatusChip tone="warn" icon={<PhoneOff aria-hidden="true" size={12} />}>
          {m.contacts_no_whatsapp()}
        </StatusChip>
      ) : active ? (
        <span className="flex items-center gap-1.75">
          <Dot />
          {m.contacts_active()}
        </span>
      ) : (
        <span className="flex items-center gap-1.5 text-ink-3">
          <Ban aria-hidden="true" size={13} />
          {m.contacts_blocked()}
        </span>
      ),
  },
];
