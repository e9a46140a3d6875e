import { Eye, PencilLine } from "lucide-react";
import { Avatar } from "../../../ui/avatar.tsx";
import { sentenceOf } from "./people.ts";
import { usePresence } from "./use-presence.ts";

/** Shows in a row of the list which other users are at the ticket. */
export function RowViewers({ ticketId }: { ticketId: string }) {
  const people = usePresence(ticketId);
  const [first] = people.filter(({ userId }) => userId !== null);
  const words = sentenceOf(people);
  if (!first?.userId) return null;
  const Icon = first.state === "typing" ? PencilLine : Eye;
  return (
    <span role="img" aria-label={words} title={words} className="flex shrink-0 items-center gap-1 text-ink-3">
      <Icon aria-hidden="true" size={13} />
      <Avatar id={first.userId} name={first.name} size={18} />
    </span>
  );
}
