import {
  ArrowRightLeft,
  Ban,
  Calendar,
  Check,
  ChevronLeft,
  Clock,
  EllipsisVertical,
  Printer,
  RotateCcw,
  Search,
  Trash2,
  Undo2,
  UserRound,
} from "lucide-react";
import { useState } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { displayName } from "../../../i18n/phone-number.ts";
import { useDeskUser } from "../../../session/desk.tsx";
import { useDirectory } from "../../../session/directory.tsx";
import { failureText } from "../../../session/failure-text.ts";
import { capsOf } from "../../../shell/keyboard/own-keys.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChannelGlyph } from "../../../ui/channel-glyph.tsx";
import { StatusChip } from "../../../ui/fields/chips.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/layers/dialog.tsx";
import { LazyMenu, MenuItem } from "../../../ui/layers/menu.tsx";
import { OnDemand } from "../../../ui/on-demand.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { setContactsActive } from "../../contacts/parts/block-contacts.ts";
import { waitedText } from "../list/waited-text.ts";
import { QueueChip } from "../parts/queue-chip.tsx";
import { TicketTags } from "../ticket-tags.tsx";
import { useTicketActions } from "../use-ticket-actions.ts";
import { ticketActions } from "./ticket-actions.ts";

type HeaderProps = {
  ticket: TicketView;
  /** False: the contact is blocked; null: this device does not have the contact. */
  isActive: boolean | null;
  /** Time until the first reply in milliseconds; null: there was no reply, or this device cannot compute it. */
  firstResponseMs: number | null;
  onBack: () => void;
  onSearch: () => void;
  /** Null when the user may not write. */
  onSchedule: (() => void) | null;
  onTransfer: () => void;
  onContact: () => void;
  onPrint: () => void;
};

/** Shows the contact, the ticket's number, queue and assignee, and the actions on the whole ticket. */
export function ConversationHeader({ ticket, isActive, firstResponseMs, onBack, ...ways }: HeaderProps) {
  const { users } = useDirectory();
  const assignee = users.get(ticket.userId ?? "");
  return (
    <>
      <header className="@container flex h-15 shrink-0 items-center gap-3 border-line border-b bg-surface pr-3 pl-4 max-md:gap-1 max-md:pl-1">
        <IconButton
          label={m.tickets_back()}
          icon={<ChevronLeft size={22} />}
          size="large"
          onClick={onBack}
          data-kept-tap="/tickets"
          className="md:hidden"
        />
        <button
          type="button"
          onClick={ways.onContact}
          aria-label={`${m.tickets_see_contact()}: ${ticket.contactName}`}
          className="shrink-0 rounded-full"
        >
          <Avatar
            id={ticket.contactId}
            name={ticket.contactName}
            picture={ticket.contactPicture}
            glyph={<ChannelGlyph name={ticket.channel} />}
          />
        </button>
        <div className="min-w-0 flex-1 max-md:ml-2">
          <div className="flex items-center gap-2">
            <h2 dir="auto" className="truncate text-lg leading-5">
              {displayName(ticket.contactName)}
            </h2>
            <span className="shrink-0 text-ink-3 text-xs tabular-nums">{ticket.number > 0 && `#${ticket.number}`}</span>
          </div>
          <div className="flex min-w-0 items-center gap-2 text-ink-3 text-xs">
            {isActive === false && (
              <StatusChip tone="danger" icon={<Ban aria-hidden="true" size={12} />}>
                {m.contacts_blocked()}
              </StatusChip>
            )}
            <QueueChip queueId={ticket.queueId} />
            <span aria-hidden="true" className="max-sm:hidden">
              ·
            </span>
            <span className="min-w-0 truncate max-sm:hidden">{state(ticket, assignee?.name)}</span>
          </div>
        </div>
        <Actions ticket={ticket} isActive={isActive} {...ways} />
      </header>
      <TagLine ticket={ticket} firstResponseMs={firstResponseMs} />
    </>
  );
}

function state(ticket: TicketView, assignee: string | undefined): string {
  if (ticket.status === "pending") return m.tickets_waiting_accept();
  if (ticket.status === "closed") return m.tickets_was_closed();
  return assignee ? m.tickets_attended_by({ name: assignee }) : m.tickets_sub_open();
}

type ActionProps = Omit<HeaderProps, "onBack" | "firstResponseMs">;

function Actions(props: ActionProps) {
  return (
    <div className="flex shrink-0 items-center gap-1">
      <ActionButtons {...props} />
      <ActionMenu {...props} />
    </div>
  );
}

function ActionButtons({ ticket, onSearch, onTransfer }: ActionProps) {
  const { accept, act, resolve } = useTicketActions();
  const may = ticketActions(useDeskUser(), ticket);
  const { id } = ticket;
  return (
    <>
      {/* In a narrow header, as beside the kanban board, the first three are in the menu only. */}
      <IconButton
        label={m.tickets_find()}
        shortcut={capsOf("find")}
        icon={<Search size={18} />}
        onClick={onSearch}
        className="@max-lg:hidden"
      />
      {may.return && (
        <IconButton
          label={m.tickets_return_full()}
          shortcut={capsOf("giveBack")}
          icon={<Undo2 size={18} />}
          onClick={() => void act("ticket.return", id)}
          className="@max-lg:hidden"
        />
      )}
      {may.transfer && (
        <IconButton
          label={m.tickets_transfer()}
          shortcut={capsOf("transfer")}
          icon={<ArrowRightLeft size={18} />}
          onClick={onTransfer}
          className="@max-lg:hidden"
        />
      )}
      {may.accept && (
        // On a phone the bar below the messages accepts, and the name needs the room.
        <Button kind="primary" icon={<Check size={16} />} onClick={() => void accept(id)} className="max-sm:hidden">
          {m.tickets_accept()}
        </Button>
      )}
      {may.close && (
        <>
          <Button
            kind={may.accept ? "plain" : "primary"}
            icon={<Check size={16} />}
            onClick={() => void resolve(ticket)}
            className="mx-1 max-sm:hidden"
          >
            {m.tickets_resolve()}
          </Button>
          <IconButton
            label={m.tickets_resolve()}
            icon={<Check size={20} />}
            size="large"
            onClick={() => void resolve(ticket)}
            className="sm:hidden"
          />
        </>
      )}
      {may.reopen && (
        <Button kind="primary" icon={<RotateCcw size={16} />} onClick={() => void act("ticket.reopen", id)}>
          {m.tickets_reopen()}
        </Button>
      )}
    </>
  );
}

/** Shows all actions on the ticket that are not a state of it, also those that a narrow header has no button for. */
function ActionMenu({ ticket, isActive, onSearch, onSchedule, onTransfer, onContact, onPrint }: ActionProps) {
  const { act, leave } = useTicketActions();
  const may = ticketActions(useDeskUser(), ticket);
  const { id } = ticket;
  const [deleting, setDeleting] = useState(false);

  async function handleDelete() {
    setDeleting(false);
    // Leaves the conversation first, so that the user is not notified of their own deletion.
    await leave();
    await act("ticket.delete", id);
    toast.success(m.tickets_deleted_done());
  }

  return (
    <>
      <LazyMenu button={<IconButton label={m.tickets_more_actions()} icon={<EllipsisVertical size={18} />} />}>
        <MenuItem icon={<UserRound size={16} />} shortcut={capsOf("contact")} onSelect={onContact}>
          {m.tickets_see_contact()}
        </MenuItem>
        <MenuItem icon={<Search size={16} />} shortcut={capsOf("find")} onSelect={onSearch}>
          {m.tickets_find()}
        </MenuItem>
        {onSchedule && (
          <MenuItem icon={<Calendar size={16} />} shortcut={capsOf("schedule")} onSelect={onSchedule}>
            {m.tickets_schedule()}
          </MenuItem>
        )}
        {may.transfer && (
          <MenuItem icon={<ArrowRightLeft size={16} />} shortcut={capsOf("transfer")} onSelect={onTransfer}>
            {m.tickets_transfer()}
          </MenuItem>
        )}
        {may.return && (
          <MenuItem
            icon={<Undo2 size={16} />}
            shortcut={capsOf("giveBack")}
            onSelect={() => void act("ticket.return", id)}
          >
            {m.tickets_return_full()}
          </MenuItem>
        )}
        <MenuItem icon={<Printer size={16} />} onSelect={onPrint}>
          {m.print_menu()}
        </MenuItem>
        {isActive !== null && (
          <MenuItem
            icon={isActive ? <Ban size={16} /> : <Undo2 size={16} />}
            onSelect={() => void setActive(ticket.contactId, !isActive)}
          >
            {isActive
              ? m.contacts_block({ name: displayName(ticket.contactName) })
              : m.contacts_unblock({ name: displayName(ticket.contactName) })}
          </MenuItem>
        )}
        {may.delete && (
          <MenuItem icon={<Trash2 size={16} />} danger onSelect={() => setDeleting(true)}>
            {m.tickets_delete()}
          </MenuItem>
        )}
      </LazyMenu>
      <OnDemand open={deleting}>
        <ConfirmDialog
          open={deleting}
          onClose={() => setDeleting(false)}
          onConfirm={() => void handleDelete()}
          title={m.tickets_delete_title()}
          confirmLabel={m.tickets_delete()}
        >
          {m.tickets_delete_text()}
        </ConfirmDialog>
      </OnDemand>
    </>
  );
}

/** Blocks or unblocks the contact. */
async function setActive(contactId: string, active: boolean): Promise<void> {
  try {
    await setContactsActive([contactId], active);
  } catch (error) {
    toast.error(failureText(error));
  }
}

function TagLine({ ticket, firstResponseMs }: Pick<HeaderProps, "ticket" | "firstResponseMs">) {
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-1.5 border-line border-b bg-surface px-4 py-1 max-sm:hidden">
      <span className="text-ink-3 text-xs">{m.tickets_tags()}</span>
      <TicketTags ticket={ticket} />
      {firstResponseMs !== null && (
        <span className="ml-auto flex shrink-0 items-center gap-1 text-ink-3 text-xs">
          <Clock aria-hidden="true" size={13} />
          {m.tickets_first_response({ time: waitedText(new Date(0).toISOString(), new Date(firstResponseMs)) })}
        </span>
      )}
    </div>
  );
}
