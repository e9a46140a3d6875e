import { History, Pencil, PhoneOff } from "lucide-react";
import { useRef, useState } from "react";
import type { TicketView } from "../../../../sync/client/index.ts";
import { monthTitle } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { maskPhone } from "../../../i18n/phone-number.ts";
import { useDirectory } from "../../../session/directory.tsx";
import { ServerNotice } from "../../../session/server-notice.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { ChannelGlyph } from "../../../ui/channel-glyph.tsx";
import { Drawer } from "../../../ui/layers/drawer.tsx";
import { BlockButton } from "../../contacts/parts/block-button.tsx";
import { EditContactDialog } from "../../contacts/parts/edit-contact-dialog.tsx";
import { Merges } from "../../contacts/parts/merges.tsx";
import { useTicket } from "../conversation/use-ticket.ts";
import { TicketTags } from "../ticket-tags.tsx";
import { BotSwitch } from "./bot-switch.tsx";
import { ConsentSection } from "./consent-section.tsx";
import { ContactConflict } from "./contact-conflict.tsx";
import { DrawerSection } from "./drawer-section.tsx";
import { EarlierTickets } from "./earlier-tickets.tsx";
import { MediaGallery } from "./media-gallery.tsx";
import { Notes } from "./notes.tsx";
import { TimelineSection } from "./timeline.tsx";
import { useKnownContact } from "./use-known-contact.ts";

type ContactDrawerProps = {
  ticketId: string;
  open: boolean;
  asPane: boolean;
  /** Number of requests to write a note; each increment focuses the note field. */
  notesAsked: number;
  onClose: () => void;
};

/** Shows the contact of the conversation, 320 px wide beside it. */
export function ContactDrawer({ ticketId, open, asPane, notesAsked, onClose }: ContactDrawerProps) {
  const found = useTicket(ticketId);
  return (
    <Drawer open={open} onClose={onClose} title={m.tickets_contact()} asPane={asPane}>
      {found.state === "found" && <Details ticket={found.ticket} notesAsked={notesAsked} />}
    </Drawer>
  );
}

function Details({ ticket, notesAsked }: { ticket: TicketView; notesAsked: number }) {
  const known = useKnownContact(ticket.contactId);
  const { local, contact, request } = known;
  const [editing, setEditing] = useState(false);
  const history = useRef<HTMLDivElement>(null);
  function showHistory() {
    history.current?.scrollIntoView({ block: "start" });
    history.current?.focus({ preventScroll: true });
  }
  // A contact of a page has no phone number.
  const number = contact?.number ?? ticket.contactNumber;
  return (
    <>
      <div className="flex flex-col items-center px-4 pt-4 pb-3.5 text-center">
        <Avatar id={ticket.contactId} name={ticket.contactName} picture={ticket.contactPicture} size={64} />
        <p dir="auto" className="mt-2 max-w-full font-semibold text-lg [overflow-wrap:anywhere]">
          {contact?.name ?? ticket.contactName}
        </p>
        {number && <p className="text-ink-2 tabular-nums">{maskPhone(number)}</p>}
        {contact?.hasNoWhatsapp && (
          <p className="mt-1 flex items-start gap-1.5 text-left text-sm text-warn-ink">
            <PhoneOff aria-hidden="true" size={14} className="mt-0.5 shrink-0" />
            {m.contacts_no_whatsapp_long()}
          </p>
        )}
        <div className="mt-2.5 flex flex-wrap justify-center gap-2">
          {local && (
            <Button size="small" icon={<Pencil size={14} />} onClick={() => setEditing(true)}>
              {m.tickets_edit()}
            </Button>
          )}
          <Button size="small" icon={<History size={14} />} onClick={showHistory}>
            {m.tickets_history()}
          </Button>
          {contact && <BlockButton contact={contact} onDone={request?.again} />}
        </div>
      </div>
      {local && <ContactConflict contact={local} />}
      <Facts ticket={ticket} known={known} />
      <div className="border-line border-t px-4 py-2.5 sm:hidden">
        <TicketTags ticket={ticket} />
      </div>
      {local && !local.isGroup && <BotSwitch contact={local} />}
      {contact && !contact.isGroup && <ConsentSection contact={contact} onDone={request?.again} />}
      <Notes ticket={ticket} asked={notesAsked} />
      {/* biome-ignore lint/a11y/useSemanticElements: it groups two sections with their own headings. */}
      <div ref={history} role="group" aria-label={m.tickets_history()} tabIndex={-1} className="-outline-offset-2">
        <TimelineSection ticket={ticket} />
        <EarlierTickets ticket={ticket} />
      </div>
      <MediaGallery ticket={ticket} />
      <Merges
        key={ticket.contactId}
        contactId={ticket.contactId}
        frame={(list) => <DrawerSection title={m.contacts_merges()}>{list}</DrawerSection>}
      />
      {local && editing && <EditContactDialog contact={local} onClose={() => setEditing(false)} />}
    </>
  );
}

type FactsProps = { ticket: TicketView; known: ReturnType<typeof useKnownContact> };

function Facts({ ticket, known: { contact, request } }: FactsProps) {
  const connection = useDirectory().connections.get(ticket.connectionId ?? "");
  if (!contact) {
    return (
      <div className="border-line border-t px-4 py-3">
        {request?.state === "offline" ? (
          <p className="text-ink-3">{m.tickets_contact_missing()}</p>
        ) : (
          request && <ServerNotice data={request} />
        )}
      </div>
    );
  }
  return (
    <dl className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-2 gap-y-1.25 border-line border-t px-4 py-3 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-ink-3">
      {contact.email && (
        <>
          <dt>{m.tickets_contact_email()}</dt>
          <dd>{contact.email}</dd>
        </>
      )}
      <dt>{m.tickets_contact_channel()}</dt>
      <dd className="flex items-center gap-1">
        <ChannelGlyph name={ticket.channel} size={14} spoken />
        {connection?.name}
      </dd>
      <dt>{m.tickets_contact_since()}</dt>
      <dd>{monthTitle(contact.createdAt)}</dd>
      {contact.extraInfo.map((row) => (
        <div key={row.id ?? row.name} className="contents">
          <dt>{row.name}</dt>
          <dd className="tabular-nums">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
