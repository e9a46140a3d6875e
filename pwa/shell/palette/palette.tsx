import { DialogBackdrop, DialogPanel, Dialog as HeadlessDialog } from "@headlessui/react";
import { useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { ArrowRight, Search, Server } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { of } from "rxjs";
import type { SearchView, TicketView } from "../../../sync/client/index.ts";
import { searchable, searchWords } from "../../../sync/contracts/tickets.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone } from "../../screens/tickets/contact/phone-number.ts";
import { Marked } from "../../screens/tickets/list/found-rows.tsx";
import { matchedLine, matchedParts } from "../../screens/tickets/list/matched-parts.ts";
import { plainLine, rowSummary } from "../../screens/tickets/list/row-summary.ts";
import { useLatest } from "../../screens/tickets/list/use-latest.ts";
import { useWarmSearch } from "../../screens/tickets/list/use-warm-search.ts";
import { useTicketActions } from "../../screens/tickets/use-ticket-actions.ts";
import { shortMoment } from "../../screens/tickets/when.ts";
import { useDesk } from "../../session/desk.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { keysOf } from "../keyboard/own-keys.ts";
import { Keys } from "../keyboard/shortcuts-dialog.tsx";
import { openLayer } from "../layers.ts";
import { type PaletteAction, usePaletteActions } from "./palette-actions.ts";

const SHOWN = 5;
const rowClass =
  "flex min-h-9.5 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-hover-raised touch:min-h-11";
const nothing: SearchView = { tickets: [], contacts: [], messages: [], tookMs: 0 };

type PaletteProps = { open: boolean; onClose: () => void; onSignOut: () => void };

/** Conversations, people, screens and what can be done, by typing. */
export function Palette({ open, onClose, onSignOut }: PaletteProps) {
  return (
    <HeadlessDialog open={open} onClose={onClose} aria-label={m.palette_title()} className="relative z-palette">
      <DialogBackdrop className="fixed inset-0 bg-scrim transition duration-base ease-out starting:opacity-0" />
      <div className="fixed inset-0 flex justify-center sm:p-6 sm:pt-[11vh]">
        <DialogPanel className="flex h-full w-full flex-col overflow-hidden bg-raised pt-[env(safe-area-inset-top)] shadow-float transition duration-base ease-out starting:translate-y-2 starting:opacity-0 sm:h-fit sm:max-h-full sm:max-w-[680px] sm:rounded-xl sm:pt-0 forced-colors:border">
          <PaletteBody onClose={onClose} onSignOut={onSignOut} />
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

function PaletteBody({ onClose, onSignOut }: Omit<PaletteProps, "open">) {
  const desk = useDesk();
  const navigate = useNavigate();
  const tickets = useTicketActions();
  const [text, setText] = useState("");
  const [moved, setMoved] = useState("");
  const [hasMoved, setHasMoved] = useState(false);
  useWarmSearch();
  const asked = text.trim();
  const words = useMemo(() => searchWords(asked), [asked]);
  const recent = useLatest<TicketView[]>(
    () => desk.tickets$({ status: "open", showAll: false, limit: SHOWN }),
    [desk],
    none,
  );
  const found = useLatest<SearchView>(
    () => (asked === "" ? of(nothing) : desk.search$({ text: asked, limit: SHOWN * 5 })),
    [desk, asked],
    nothing,
  );
  const actions = usePaletteActions({ onSignOut }).filter(({ label }) =>
    words.every((word) => searchable(label).includes(word)),
  );
  const done = (run: () => void) => () => {
    onClose();
    run();
  };
  const toTicket = (ticket: TicketView) =>
    done(() => void (ticket.status === "pending" ? tickets.accept(ticket.id) : tickets.open(ticket.id)));
  const shownTickets = asked === "" ? recent : found.tickets.slice(0, SHOWN);
  // Who is already talked to stands among the conversations.
  const talking = new Set(found.tickets.map((ticket) => ticket.contactId));
  const people = found.contacts.filter((contact) => !contact.isGroup && !talking.has(contact.id)).slice(0, SHOWN);
  const messages = found.messages.filter(({ ticket }) => ticket.status !== "pending").slice(0, SHOWN);
  const isEmpty = shownTickets.length + people.length + messages.length + actions.length === 0;
  const values = [
    ...shownTickets.map((ticket) => `ticket ${ticket.id}`),
    ...messages.map((message) => `message ${message.messageId}`),
    ...people.map((contact) => `contact ${contact.id}`),
    ...actions.map((action) => `action ${action.id}`),
    "server",
  ];
  // Answers come after the keystroke: until one moves, Enter means the first row, whatever comes.
  const chosen = hasMoved && values.includes(moved) ? moved : values[0];
  return (
    <Command
      shouldFilter={false}
      loop
      vimBindings={false}
      label={m.palette_title()}
      value={chosen}
      onValueChange={(next) => hasMoved && setMoved(next)}
      onKeyDownCapture={(event) => event.key.startsWith("Arrow") && setHasMoved(true)}
      onPointerMoveCapture={() => setHasMoved(true)}
      className="flex min-h-0 flex-col"
    >
      <div className="flex h-14 shrink-0 items-center gap-3 border-line border-b px-4">
        <Search aria-hidden="true" size={19} className="shrink-0" />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={(next) => {
            setText(next);
            setHasMoved(false);
          }}
          placeholder={m.palette_placeholder()}
          aria-label={m.palette_title()}
          className="min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-3"
        />
        {asked !== "" && (
          <span role="status" className="shrink-0 rounded-full px-2 py-0.5 text-ink-2 text-xs line-ring max-sm:hidden">
            {m.search_took({ ms: Math.max(1, Math.round(found.tookMs)) })}
          </span>
        )}
        <button type="button" aria-label={m.ui_close()} onClick={onClose} className="shrink-0 touch:p-3">
          <Kbd>Esc</Kbd>
        </button>
      </div>
      <Command.List label={m.palette_results()} className="min-h-0 overflow-y-auto overscroll-contain p-2">
        {isEmpty && <p className="px-2.5 py-3 text-ink-3">{m.palette_none()}</p>}
        <Group heading={m.search_tickets()} shown={shownTickets.length > 0}>
          {shownTickets.map((ticket) => (
            <Command.Item
              key={ticket.id}
              value={`ticket ${ticket.id}`}
              className={rowClass}
              onSelect={toTicket(ticket)}
            >
              <Person id={ticket.contactId} name={ticket.contactName} words={words} />
              <span className="min-w-0 flex-1 truncate text-ink-3">{rowSummary(ticket).text}</span>
              <End>{ticket.status === "pending" ? m.tickets_accept() : shortMoment(ticket.lastMessageAt)}</End>
            </Command.Item>
          ))}
        </Group>
        <Group heading={m.search_messages()} shown={messages.length > 0}>
          {messages.map((message) => (
            <Command.Item
              key={message.messageId}
              value={`message ${message.messageId}`}
              className={rowClass}
              onSelect={done(
                () =>
                  void navigate({
                    to: "/tickets/$ticketUuid",
                    params: { ticketUuid: message.ticketId },
                    search: { message: message.messageId },
                  }),
              )}
            >
              <Person id={message.ticket.contactId} name={message.ticket.contactName} />
              <span className="min-w-0 flex-1 truncate text-ink-2">
                <Marked parts={matchedLine(plainLine(message.body), words)} />
              </span>
              <End>{shortMoment(message.createdAt)}</End>
            </Command.Item>
          ))}
        </Group>
        <Group heading={m.search_contacts()} shown={people.length > 0}>
          {people.map((contact) => (
            <Command.Item
              key={contact.id}
              value={`contact ${contact.id}`}
              className={rowClass}
              onSelect={done(
                () => void navigate({ to: "/n/{-$number}", params: { number: contact.number }, search: {} }),
              )}
            >
              <Person id={contact.id} name={contact.name} words={words} />
              <span className="min-w-0 flex-1 truncate text-ink-3 tabular-nums">{maskPhone(contact.number)}</span>
              <End>{m.search_start()}</End>
            </Command.Item>
          ))}
        </Group>
        <Group heading={m.palette_do()} shown={actions.length > 0}>
          {actions.map((action) => (
            <ActionRow key={action.id} action={action} words={words} onSelect={done(action.run)} />
          ))}
        </Group>
        {asked !== "" && (
          <Command.Item
            value="server"
            className={classNames(rowClass, "mt-1 border-line border-t")}
            onSelect={done(() => void navigate({ to: "/tickets", search: { search: asked } }))}
          >
            <Server aria-hidden="true" size={16} className="shrink-0 text-ink-2" />
            <span className="min-w-0 flex-1 truncate">{m.palette_server({ text: asked })}</span>
            <ArrowRight aria-hidden="true" size={16} />
          </Command.Item>
        )}
      </Command.List>
      <PaletteFoot onKeys={done(() => openLayer("shortcuts"))} />
    </Command>
  );
}

const none: TicketView[] = [];

function PaletteFoot({ onKeys }: { onKeys: () => void }) {
  return (
    <div className="flex h-9 shrink-0 items-center gap-4 border-line border-t bg-sunken px-4 text-ink-2 text-xs touch:hidden">
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {m.palette_choose()}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>Enter</Kbd> {m.palette_enter()}
      </span>
      <span className="flex-1" />
      <button type="button" onClick={onKeys} className="flex items-center gap-1">
        <Kbd>?</Kbd> {m.palette_keys()}
      </button>
    </div>
  );
}

/** cmdk keeps an empty group's heading: none is drawn instead. */
function Group({ heading, shown, children }: { heading: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null;
  return (
    <Command.Group
      heading={heading}
      className="mb-1 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-ink-2 [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

function Person({ id, name, words = [] }: { id: string; name: string; words?: readonly string[] }) {
  return (
    <>
      <Avatar id={id} name={name} size={24} />
      <span className="max-w-[50%] shrink-0 truncate font-medium">
        <Marked parts={matchedParts(name, words)} />
      </span>
    </>
  );
}

const End = ({ children }: { children: ReactNode }) => <span className="shrink-0 text-ink-3 text-xs">{children}</span>;

type ActionRowProps = { action: PaletteAction; words: readonly string[]; onSelect: () => void };

function ActionRow({ action, words, onSelect }: ActionRowProps) {
  const Icon = action.icon;
  return (
    <Command.Item value={`action ${action.id}`} className={rowClass} onSelect={onSelect}>
      <Icon aria-hidden="true" size={16} className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1 truncate font-medium">
        <Marked parts={matchedParts(action.label, words)} />
      </span>
      {action.shortcut && (
        <span aria-hidden="true" className="flex shrink-0 gap-1 touch:hidden">
          <Keys keys={keysOf(action.shortcut).slice(0, 1)} />
        </span>
      )}
    </Command.Item>
  );
}
