import { ChartBarBig, Circle, Square } from "lucide-react";
import type { Poll } from "../../../contracts/desk/bodies/poll-text.ts";
import { m } from "../../i18n/paraglide/messages.js";

/** Shows a poll as the contact sees it, without votes: the channel reports them only to phones. */
export function PollCard({ poll }: { poll: Poll }) {
  const isSingle = poll.choice === "one";
  const Mark = isSingle ? Circle : Square;
  return (
    <div className="w-64 max-w-full">
      <span className="flex items-center gap-1.5 text-xs opacity-80">
        <ChartBarBig aria-hidden="true" size={14} className="shrink-0" />
        {m.tickets_poll()} · {isSingle ? m.tickets_poll_one() : m.tickets_poll_several()}
      </span>
      <b dir="auto" className="mt-1 block font-semibold">
        {poll.question}
      </b>
      <ul className="my-1.5 flex flex-col gap-1.5">
        {poll.options.map((option) => (
          <li key={option} className="flex items-start gap-2">
            <Mark aria-hidden="true" size={15} className="mt-0.75 shrink-0 opacity-70" />
            <span dir="auto" className="min-w-0">
              {option}
            </span>
          </li>
        ))}
      </ul>
      <span className="text-xs opacity-80">{m.tickets_poll_votes()}</span>
    </div>
  );
}
