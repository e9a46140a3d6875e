import type { ConnectionRef } from "../../../contracts/desk/refs.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { classNames } from "../../ui/class-names.ts";
import { toneLook } from "../../ui/fields/chips.tsx";
import { useMinute } from "../../ui/hooks/use-minute.ts";
import { type Traffic, type TrafficText, trafficText } from "./traffic.ts";

/** Orders the cards: connections that are down first, the longest first; then by messages received, the most first. */
const urgency = ({ traffic }: { traffic: Traffic }) =>
  traffic.downSince === null ? Number.MAX_SAFE_INTEGER - traffic.storedToday : Date.parse(traffic.downSince);

/** Shows for each connection whether everything received is stored, or since when nothing is received. */
export function TrafficCards(props: { connections: ConnectionRef[]; traffic: ReadonlyMap<string, Traffic> }) {
  useMinute();
  const cards = props.connections
    .flatMap((connection) => {
      const traffic = props.traffic.get(connection.id);
      const words = traffic && trafficText(connection, traffic);
      return words ? [{ connection, traffic, words }] : [];
    })
    .toSorted((a, b) => urgency(a) - urgency(b));
  if (cards.length === 0) return null;
  return (
    <ul aria-label={m.connections_traffic_title()} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ connection, words }) => (
        <Card key={connection.id} name={connection.name} words={words} />
      ))}
    </ul>
  );
}

function Card({ name, words: { tone, icon: Icon, title, text } }: { name: string; words: TrafficText }) {
  return (
    <li className="line-ring flex min-w-0 gap-3 rounded-lg p-3.5">
      <span className={classNames("grid size-8 shrink-0 place-items-center rounded-md", toneLook[tone])}>
        <Icon aria-hidden="true" size={16} />
      </span>
      <span className="min-w-0">
        <span dir="auto" className="block truncate text-ink-2 text-xs">
          {name}
        </span>
        <span className="block font-semibold tabular-nums">{title}</span>
        <span className="block text-ink-2 text-xs tabular-nums">{text}</span>
      </span>
    </li>
  );
}
