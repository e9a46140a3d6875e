import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ConnectionRef, QueueRef } from "../../../../contracts/desk/refs.ts";
import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk, useObservable, useSyncStatus } from "../../../session/desk.tsx";
import { useCall } from "../../../session/server-data/use-call.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu, MenuItem } from "../../../ui/layers/menu.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";
import { connectionCalls } from "../../connections/parts/connection-calls.ts";
import { ConnectionDialog } from "../../connections/parts/connection-dialog.tsx";
import { connectionProblems } from "../../connections/parts/connection-form.ts";

type OfferQueuesProps = {
  /** Queues that no connection offers yet. */
  offered: Pick<QueueRef, "id" | "name">[];
  connections: ConnectionRef[];
  kind?: "primary" | "plain";
};

/**
 * Lets a connection offer the queues, with one click where there is one connection. A connection that would offer two
 * queues without a greeting opens in its dialog, because the greeting is the menu that customers choose from.
 */
export function OfferQueues({ offered, connections, kind = "plain" }: OfferQueuesProps) {
  const desk = useDesk();
  const { linkUp } = useSyncStatus();
  const queues = useObservable<QueueRef[]>(() => desk.refs$("queue"), [desk], none);
  const [edited, setEdited] = useState<ConnectionRef | null>(null);
  const { busy, failure, call } = useCall();
  const [only] = connections;
  const offeredIds = offered.map(({ id }) => id);

  async function offer(connection: ConnectionRef) {
    await call("offer", async () => {
      const form = await connectionCalls.read(connection.id);
      const wanted = { ...form, queueIds: [...new Set([...form.queueIds, ...offeredIds])] };
      if (Object.keys(connectionProblems(wanted)).length > 0) return setEdited(connection);
      await connectionCalls.change(connection.id, wanted);
      toast.success(m.queues_offered({ queue: listOf(offered), connection: connection.name }));
    });
  }
  if (!only) {
    return (
      <Link to="/connections" className="font-medium underline underline-offset-4">
        {m.queues_offer_connect()}
      </Link>
    );
  }
  const button = (label: string, onClick?: () => void) => (
    <Button
      size="small"
      kind={kind}
      icon={<Plus aria-hidden="true" size={15} />}
      disabled={!linkUp}
      busy={busy !== null && label}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {connections.length === 1 ? (
        button(m.queues_offer_in({ connection: only.name }), () => void offer(only))
      ) : (
        <Menu button={button(m.queues_offer_in_which())}>
          {connections.map((connection) => (
            <MenuItem key={connection.id} onSelect={() => void offer(connection)}>
              {connection.name}
            </MenuItem>
          ))}
        </Menu>
      )}
      {failure && (
        <span role="alert" className="text-danger-ink text-xs">
          {failure}
        </span>
      )}
      {edited && (
        <ConnectionDialog
          connection={edited}
          queues={queues}
          offeredQueueIds={offeredIds}
          onClose={() => setEdited(null)}
        />
      )}
    </span>
  );
}

const none: QueueRef[] = [];

/** Joins the names as in a sentence: "Vendas, Compras e Recepção". */
export const listOf = (named: readonly { name: string }[]): string =>
  new Intl.ListFormat(languageTag()).format(named.map(({ name }) => name));
