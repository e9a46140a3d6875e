import { Suspense } from "react";
import type { TicketView } from "../../../../../sync/client/index.ts";
import { serverDate } from "../../../../../sync/client/server-clock.ts";
import { useMinute } from "../../../../ui/hooks/use-minute.ts";
import { lazyPart } from "../../../../ui/on-demand.tsx";
import { ComposerSpace } from "../../composer/composer-space.tsx";
import { OtherTicketNotice, useRefusedCreation } from "../other-ticket-notice.tsx";
import { PreviewBar } from "../preview-bar.tsx";
import { replyWindow } from "./reply-window.ts";
import { WriteNotice } from "./write-notice.tsx";
import { writePermission } from "./write-permission.ts";

const BlockedNotice = lazyPart(async () => (await import("./blocked-notice.tsx")).BlockedNotice);

/** Returns whether the user may write to the contact now, and what keeps them from it. */
export function useMayWrite(ticket: TicketView, isContactBlocked: boolean) {
  const refusedCreation = useRefusedCreation(ticket);
  const permission = writePermission(ticket);
  useMinute();
  const { isShut } = replyWindow(ticket, serverDate());
  const isBlocked = permission.may && isContactBlocked;
  const mayWrite = permission.may && !permission.accepts && !isShut && !refusedCreation && !isBlocked;
  return { mayWrite, permission, refusedCreation, isBlocked };
}

type ReadOnlyProps = { ticket: TicketView } & Omit<ReturnType<typeof useMayWrite>, "mayWrite">;

/** Stands in place of the composer: the way to accept a pending ticket, or why one cannot write. */
export function ReadOnly({ ticket, permission, refusedCreation, isBlocked }: ReadOnlyProps) {
  if (refusedCreation) return <OtherTicketNotice {...refusedCreation} />;
  if (isBlocked)
    return (
      <Suspense fallback={<ComposerSpace />}>
        <BlockedNotice contactId={ticket.contactId} />
      </Suspense>
    );
  if (permission.may && permission.accepts) return <PreviewBar ticket={ticket} />;
  return <WriteNotice ticket={ticket} why={permission.may ? "windowShut" : permission.why} />;
}
