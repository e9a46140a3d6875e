import { Ban, Clock, MessageSquare, PhoneOff, Undo2 } from "lucide-react";
import { shortMoment } from "../../i18n/date-time.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { displayName, maskPhone } from "../../i18n/phone-number.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ChannelGlyph } from "../../ui/channel-glyph.tsx";
import { DotChip, StatusChip } from "../../ui/fields/chips.tsx";
import {
  deleteAction,
  editAction,
  OnServer,
  type RecordAction,
  type RecordField,
  type RecordLook,
} from "../lists/index.ts";
import type { ContactRow } from "./contact-rows.ts";

export function contactLook({ id, name, number, profilePicUrl, channel, tags, ...contact }: ContactRow): RecordLook {
  const [tag] = tags;
  return {
    name: displayName(name),
    picture: (
      <Avatar id={id} name={name} picture={profilePicUrl || null} glyph={channel && <ChannelGlyph name={channel} />} />
    ),
    line: (
      <>
        {number && <span className="shrink-0">{maskPhone(number)}</span>}
        {tag && <DotChip name={tag.name} color={tag.color} className="min-w-0 shrink!" />}
      </>
    ),
    status: statusOf(contact),
  };
}

type StatusOf = Pick<ContactRow, "isQueued" | "active" | "hasNoWhatsapp" | "lastMessageAt">;

function statusOf({ isQueued, active, hasNoWhatsapp, lastMessageAt }: StatusOf) {
  if (isQueued)
    return (
      <StatusChip tone="queued" icon={<Clock aria-hidden="true" size={12} />}>
        {m.contacts_queued()}
      </StatusChip>
    );
  if (!active)
    return (
      <>
        <Ban aria-hidden="true" size={14} />
        {m.contacts_blocked()}
      </>
    );
  if (hasNoWhatsapp)
    return (
      <StatusChip tone="warn" icon={<PhoneOff aria-hidden="true" size={12} />}>
        {m.contacts_no_whatsapp()}
      </StatusChip>
    );
  return lastMessageAt && <time dateTime={lastMessageAt}>{shortMoment(lastMessageAt)}</time>;
}

export const contactFields = ({
  email,
  lastMessageAt,
  active,
  hasNoWhatsapp,
  tags,
  isTicketless,
  extraInfo,
}: ContactRow): RecordField[] => [
  {
    label: m.contacts_filter_tags(),
    value: isTicketless ? (
      <OnServer />
    ) : (
      tags.length > 0 && (
        <span className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <DotChip key={tag.id} name={tag.name} color={tag.color} />
          ))}
        </span>
      )
    ),
  },
  { label: m.contacts_col_last_message(), value: isTicketless ? <OnServer /> : lastMessageAt && moment(lastMessageAt) },
  { label: m.contacts_col_email(), value: email },
  ...(hasNoWhatsapp ? [{ label: m.contacts_col_number(), value: m.contacts_no_whatsapp_long() }] : []),
  { label: m.contacts_col_status(), value: active ? m.contacts_active() : m.contacts_blocked() },
  ...extraInfo.map(({ name, value }) => ({ label: name, value })),
];

type ContactActions = {
  canWrite: boolean;
  canDelete: boolean;
  onOpenTicket: (contact: ContactRow) => void;
  onEdit: (contact: ContactRow) => void;
  onBlock: (contact: ContactRow) => void;
  onDelete: (contact: ContactRow) => void;
};

/** Returns the actions on one contact, shown as icons in a table row and as rows in its sheet. */
export function contactActions(contact: ContactRow, { canWrite, canDelete, ...on }: ContactActions): RecordAction[] {
  const { name, active, isQueued } = contact;
  const open: RecordAction = {
    label: m.contacts_action_open(),
    spokenLabel: m.contacts_open_ticket({ name }),
    icon: <MessageSquare size={16} />,
    onSelect: () => on.onOpenTicket(contact),
    primary: true,
  };
  const edit = editAction({ spokenLabel: m.contacts_edit_of({ name }), onSelect: () => on.onEdit(contact) });
  const block: RecordAction = {
    label: active ? m.contacts_action_block() : m.contacts_action_unblock(),
    spokenLabel: active ? m.contacts_block({ name }) : m.contacts_unblock({ name }),
    icon: active ? <Ban size={16} /> : <Undo2 size={16} />,
    onSelect: () => on.onBlock(contact),
    disabled: !canWrite || isQueued,
  };
  const remove = deleteAction({
    spokenLabel: m.contacts_delete_of({ name }),
    onSelect: () => on.onDelete(contact),
    disabled: !canWrite || isQueued,
  });
  return canDelete ? [open, edit, block, remove] : [open, edit, block];
}
