import { CircleAlert, Clock, RefreshCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { OutboxEntry } from "../../../sync/client/index.ts";
import { clock } from "../../i18n/date-time.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useDesk, useObservable, useSyncStatus } from "../../session/desk.tsx";
import { DirectoryProvider } from "../../session/directory.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LeftToday } from "./left-today.tsx";
import { NotDelivered } from "./not-delivered.tsx";
import { OutboxCard } from "./outbox-card.tsx";
import { type OutboxGroup, outboxGroups } from "./parts/outbox-groups.ts";

const nothing: OutboxEntry[] = [];

/**
 * Shows what was not sent, by conversation: commands that are only on this device, then messages from any device that
 * the channel did not accept.
 */
export function OutboxPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const desk = useDesk();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.tickets_outbox_title()}
      size="medium"
      footer={
        <>
          <Button onClick={onClose}>{m.ui_close()}</Button>
          <Button kind="soft" icon={<RefreshCw size={15} />} onClick={() => desk.resync()}>
            {m.tickets_outbox_try_now()}
          </Button>
        </>
      }
    >
      {open && (
        <DirectoryProvider>
          <Entries onLeave={onClose} />
          <NotDelivered onLeave={onClose} />
          <LeftToday onLeave={onClose} />
        </DirectoryProvider>
      )}
    </Dialog>
  );
}

function Entries({ onLeave }: { onLeave: () => void }) {
  const desk = useDesk();
  const { linkUp, since } = useSyncStatus();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  const { stopped, waiting } = outboxGroups(entries);
  if (entries.length === 0) return <p className="pt-1 pb-4 text-ink-2">{m.tickets_outbox_empty()}</p>;
  const offline = since ? m.tickets_strip_since({ time: clock(since) }) : m.tickets_strip_offline();
  return (
    <>
      {!linkUp && (
        <Notice tone="warn" icon={<WifiOff aria-hidden="true" size={18} />} className="mb-4">
          {offline} {m.tickets_outbox_offline()}
        </Notice>
      )}
      <Section
        title={
          <span className="flex items-center gap-2 text-danger-ink">
            <CircleAlert aria-hidden="true" size={16} />
            {m.tickets_outbox_needs_you()}
          </span>
        }
        groups={stopped}
        stopped
        onLeave={onLeave}
      />
      <Section
        title={
          <span className="flex items-center gap-2">
            <Clock aria-hidden="true" size={16} />
            {linkUp ? m.tickets_outbox_on_its_way() : m.tickets_outbox_waits_network()}
          </span>
        }
        groups={waiting}
        onLeave={onLeave}
      />
    </>
  );
}

type SectionProps = { title: ReactNode; groups: OutboxGroup[]; stopped?: boolean; onLeave: () => void };

function Section({ title, groups, stopped = false, onLeave }: SectionProps) {
  if (groups.length === 0) return null;
  return (
    <section className="mb-4">
      <h3 className="mb-2 flex items-center gap-2 font-medium text-sm">
        {title}
        <Badge count={groups.reduce((count, { entries }) => count + entries.length, 0)} tone="quiet" />
      </h3>
      <ul className="flex flex-col gap-2.5">
        {groups.map((group) => (
          <OutboxCard key={group.key} group={group} stopped={stopped} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}
