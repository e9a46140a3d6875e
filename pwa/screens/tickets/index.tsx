import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Suspense, useCallback, useEffect, useMemo, useState } from "react";
import type { ContactDocument } from "../../../contracts/desk/contacts.ts";
import type { TicketStatus } from "../../../contracts/desk/tickets.ts";
import type { TicketView } from "../../../sync/client/index.ts";
import { removeCover } from "../../first-paint/cover.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { DirectoryProvider } from "../../session/directory.tsx";
import { openLayer } from "../../shell/layers.ts";
import { OfflineStrip } from "../../shell/offline-strip.tsx";
import { usePage } from "../../shell/page.ts";
import { PageActions } from "../../shell/page-actions.tsx";
import { useOfferedActions } from "../../shell/palette/offered-actions.ts";
import { classNames } from "../../ui/class-names.ts";
import { useMedia } from "../../ui/hooks/use-media.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyPart, OnDemand } from "../../ui/on-demand.tsx";
import { LazyFirstSteps } from "../first-steps/parts/lazy-first-steps.tsx";
import { useFirstSteps } from "../first-steps/parts/use-first-steps.ts";
import type { AskedList } from "./list/list-view.ts";
import { TicketList } from "./list/ticket-list.tsx";
import { type PhonePane, PhoneTabs } from "./phone-tabs.tsx";

const Conversation = lazyPart(async () => (await import("./conversation/conversation.tsx")).Conversation);
const ChooseConversation = lazyPart(async () => (await import("./choose-conversation.tsx")).ChooseConversation);
const ContactDrawer = lazyPart(async () => (await import("./contact/contact-drawer.tsx")).ContactDrawer);
const NewTicketDialog = lazyPart(async () => (await import("./parts/new-ticket-dialog.tsx")).NewTicketDialog);

type TicketsScreenProps = { ticketUuid: string | null; asked?: string; askedList?: AskedList; askedAgent?: string };

/** Shows the tickets screen, or the first steps in a company without tickets. */
export function TicketsScreen(props: TicketsScreenProps) {
  const steps = useFirstSteps();
  const hasTickets = useHasTickets(steps.state === "shown");
  const showsSteps = steps.state === "shown" && hasTickets === false && props.ticketUuid === null;
  useEffect(() => {
    if (showsSteps) removeCover();
  }, [showsSteps]);
  if (showsSteps) return <LazyFirstSteps hasSandbox={steps.hasSandbox} />;
  return <Panes {...props} />;
}

/** Shows list, conversation and contact side by side where there is room, otherwise one at a time. */
function Panes({ ticketUuid, ...asked }: TicketsScreenProps) {
  const navigate = useNavigate();
  const { pane, lastTicket } = usePanes(ticketUuid);
  const asPane = useMedia("(width >= 75rem)");
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [notesAsked, setNotesAsked] = useState(0);
  const [creating, setCreating] = useState<{ contact: ContactDocument | null } | null>(null);
  const create = useCallback((contact: ContactDocument | null = null) => setCreating({ contact }), []);
  useOfferedActions(
    useMemo(() => [{ id: "create", label: m.keys_new, icon: Plus, shortcut: "create", run: () => create() }], [create]),
  );
  usePage(m.tickets_title(), {
    ownsTopOnPhones: pane === "ticket" && ticketUuid !== null,
    showsBellOnPhones: true,
    needsWidth: drawerOpen && asPane && ticketUuid !== null,
  });

  const goToList = () => navigate({ to: "/tickets" });
  const changePane = (next: PhonePane) => {
    if (next === "list") return goToList();
    if (lastTicket) return navigate({ to: "/tickets/$ticketUuid", params: { ticketUuid: lastTicket } });
  };

  return (
    <DirectoryProvider>
      <div className="panes flex min-h-0 flex-1 flex-col">
        {/* In the top bar: over the rows it would cover "Aceitar" and the unread count at their right edge. */}
        <PageActions>
          <IconButton
            kind="primary"
            label={m.tickets_new_full()}
            icon={<Plus size={22} />}
            onClick={() => create()}
            className="mx-1 size-10! rounded-lg"
          />
        </PageActions>
        <OfflineStrip onSeeQueue={() => openLayer("outbox")} />
        <div className="relative flex min-h-0 flex-1">
          <div
            className={classNames(
              "flex min-h-0 w-full flex-col border-line md:w-[clamp(var(--list-min),33.33%,var(--list-max))] md:shrink-0 md:border-r",
              pane === "ticket" && "max-md:hidden",
            )}
          >
            <TicketList selectedId={ticketUuid} {...asked} onNew={create} />
          </div>
          <div
            data-kept-slot={ticketUuid ?? ""}
            className={classNames("flex min-h-0 min-w-0 flex-1", pane === "list" && "max-md:hidden")}
          >
            {ticketUuid ? (
              <>
                <Suspense fallback={<div className="flex-1 bg-chat" />}>
                  <Conversation
                    key={ticketUuid}
                    ticketId={ticketUuid}
                    onBack={goToList}
                    onContact={() => setDrawerOpen(!drawerOpen)}
                    onNote={() => {
                      setDrawerOpen(true);
                      setNotesAsked(notesAsked + 1);
                    }}
                  />
                </Suspense>
                <OnDemand open={drawerOpen}>
                  <ContactDrawer
                    ticketId={ticketUuid}
                    open={drawerOpen}
                    asPane={asPane}
                    notesAsked={notesAsked}
                    onClose={() => setDrawerOpen(false)}
                  />
                </OnDemand>
              </>
            ) : (
              <Suspense>
                <ChooseConversation />
              </Suspense>
            )}
          </div>
        </div>
        <PhoneTabs value={pane} hasTicket={lastTicket !== null} onChange={(next) => void changePane(next)} />
      </div>
      <OnDemand open={creating !== null}>
        <NewTicketDialog
          open={creating !== null}
          contact={creating?.contact ?? null}
          onClose={() => setCreating(null)}
        />
      </OnDemand>
    </DirectoryProvider>
  );
}

/** Returns whether this device has any ticket; null until it is read and while `isAsked` is false. */
function useHasTickets(isAsked: boolean): boolean | null {
  const open = useHasAny("open", isAsked);
  const pending = useHasAny("pending", isAsked);
  const closed = useHasAny("closed", isAsked);
  return open === null || pending === null || closed === null ? null : open || pending || closed;
}

function useHasAny(status: TicketStatus, isAsked: boolean): boolean | null {
  const desk = useDesk();
  const tickets = useObservable<TicketView[] | null>(
    () => (isAsked ? desk.tickets$({ status, showAll: true, limit: 1 }) : null),
    [desk, status, isAsked],
    null,
  );
  return tickets && tickets.length > 0;
}

/**
 * Returns the pane to show: the ticket if the URL names one, else the list. `lastTicket` keeps the last ticket
 * reachable.
 */
function usePanes(ticketUuid: string | null): { pane: PhonePane; lastTicket: string | null } {
  const [lastTicket, setLastTicket] = useState(ticketUuid);
  useEffect(() => {
    if (ticketUuid) setLastTicket(ticketUuid);
  }, [ticketUuid]);
  return { pane: ticketUuid ? "ticket" : "list", lastTicket };
}
