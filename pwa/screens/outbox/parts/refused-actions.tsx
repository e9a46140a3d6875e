import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { OutboxEntry } from "../../../../sync/client/index.ts";
import { errorMessage } from "../../../i18n/error-message.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import { commandText } from "./shown-command.tsx";

const nothing: OutboxEntry[] = [];

type RefusedActionsProps = {
  /** Returns whether the command belongs to the open conversation. */
  isOf: (entry: OutboxEntry) => boolean;
  /** A further way out of one command. */
  wayOut?: (entry: OutboxEntry) => ReactNode;
};

/**
 * Shows the refused commands of a conversation until the user retries or discards them. Refused messages are shown in
 * the thread instead.
 */
export function RefusedActions({ isOf, wayOut }: RefusedActionsProps) {
  const desk = useDesk();
  const entries = useObservable(() => desk.outbox$(), [desk], nothing);
  const refused = entries.filter(
    (entry) =>
      entry.state === "refused" && entry.type !== "message.send" && entry.type !== "chatMessage.send" && isOf(entry),
  );
  return refused.map((entry) => <Refused key={entry.id} entry={entry} wayOut={wayOut} />);
}

function Refused({ entry, wayOut }: { entry: OutboxEntry; wayOut: RefusedActionsProps["wayOut"] }) {
  const desk = useDesk();
  const [asking, setAsking] = useState(false);
  // Written texts may depend on a creation: they are shown before they are lost.
  const discard = () => (entry.type.endsWith(".create") ? setAsking(true) : void desk.discard(entry.id));
  return (
    <Notice
      tone="danger"
      icon={<CircleAlert aria-hidden="true" size={16} />}
      className="mx-3 my-1.5"
      actions={
        <>
          <Button size="small" onClick={() => void desk.retry(entry.id)}>
            {m.tickets_retry()}
          </Button>
          {wayOut?.(entry)}
          <Button size="small" kind="danger-ghost" onClick={discard}>
            {m.tickets_discard()}
          </Button>
        </>
      }
    >
      <b className="font-semibold">{commandText(entry)}</b>: {errorMessage(entry.error?.code, detailsOf(entry))}
      <DiscardDialog entries={[entry]} name={null} open={asking} onClose={() => setAsking(false)} />
    </Notice>
  );
}

const detailsOf = ({ error }: OutboxEntry) => (error?.details ?? {}) as { limit?: unknown };
