import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { mediaTypes } from "../../../contracts/desk/messages.ts";
import { plainLine, shortText } from "../../conversation/text/message-summary.ts";
import { errorMessage } from "../../i18n/error-message.ts";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCommand } from "../../session/desk.tsx";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { ServerNotice } from "../../session/server-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/layers/dialog.tsx";

const Item = v.object({
  id: v.string(),
  ticketId: v.string(),
  body: v.string(),
  mediaType: v.picklist(mediaTypes),
  errorCode: v.nullable(v.string()),
  createdAt: v.string(),
  mayDecide: v.boolean(),
  contact: v.object({ name: v.string() }),
});
type Item = v.InferOutput<typeof Item>;
const Page = v.object({ messages: v.array(Item), hasMore: v.boolean() });
const read = (answer: unknown) => v.parse(Page, answer);

/** Lists the user's messages, from any device, that the channel did not accept. Only the server has the full list. */
export function NotDelivered({ onLeave }: { onLeave: () => void }) {
  const [page, setPage] = useState(1);
  const found = useServerData(`/messages/not-delivered?pageNumber=${page}`, read);
  // Ids that the user has retried or discarded here: hidden at once, before the outbox has sent the command.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const left = found.data?.messages.filter(({ id }) => !decided.has(id)) ?? [];
  return (
    <section className="mb-4">
      <h3 className="mb-2 text-ink-2 text-xs">{m.tickets_not_delivered()}</h3>
      {found.data ? (
        <>
          {left.length === 0 && <p className="text-ink-3 text-sm">{m.tickets_not_delivered_none()}</p>}
          <ul className="flex flex-col gap-2">
            {left.map((item) => (
              <Entry
                key={item.id}
                item={item}
                onLeave={onLeave}
                onDecide={() => setDecided(new Set([...decided, item.id]))}
              />
            ))}
          </ul>
          {(page > 1 || found.data.hasMore) && (
            <div className="mt-2 flex justify-between">
              <Button size="small" kind="ghost" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {m.tickets_newer()}
              </Button>
              <Button size="small" kind="ghost" disabled={!found.data.hasMore} onClick={() => setPage(page + 1)}>
                {m.tickets_older()}
              </Button>
            </div>
          )}
        </>
      ) : (
        <ServerNotice data={found} />
      )}
    </section>
  );
}

type EntryProps = { item: Item; onLeave: () => void; onDecide: () => void };

function Entry({ item, onLeave, onDecide }: EntryProps) {
  const send = useCommand();
  const [asking, setAsking] = useState(false);
  const on = { messageId: item.id, ticketId: item.ticketId };

  async function decide(step: "message.retry" | "message.discard") {
    setAsking(false);
    await send(step, on);
    onDecide();
  }

  return (
    <li className="danger-ring rounded-lg bg-bubble-failed px-3 py-2.5">
      <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]">{plainLine(shortText(item))}</p>
      <p className="mt-0.5 flex items-center gap-1.5 text-danger-ink text-xs">
        <CircleAlert aria-hidden="true" size={13} className="shrink-0" />
        <span className="min-w-0">
          {errorMessage(item.errorCode)} · <time dateTime={item.createdAt}>{moment(item.createdAt)}</time>
        </span>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Link
          to="/tickets/$ticketUuid"
          params={{ ticketUuid: item.ticketId }}
          onClick={onLeave}
          className="font-medium text-primary-ink text-sm underline-offset-2 hover:underline"
        >
          {m.tickets_conversation_with({ name: item.contact.name })}
        </Link>
        <span className="flex-1" />
        {item.mayDecide && (
          <>
            <Button size="small" onClick={() => void decide("message.retry")}>
              {m.tickets_retry()}
            </Button>
            <Button size="small" kind="danger-ghost" onClick={() => setAsking(true)}>
              {m.tickets_discard()}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void decide("message.discard")}
        title={m.tickets_discard_title()}
        confirmLabel={m.tickets_discard()}
      >
        {m.tickets_discard_text()}
      </ConfirmDialog>
    </li>
  );
}
