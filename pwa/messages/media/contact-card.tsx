import { Link } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { type Card, readCards } from "../../../sync/contracts/cards.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone, phoneDigits } from "../../i18n/phone-number.ts";
import { Avatar } from "../../ui/avatar.tsx";

/** Shows the contact cards of a message, each with a link that opens a conversation with the contact. */
export function ContactCards({ body, canTalk = true }: { body: string; canTalk?: boolean }) {
  const cards = readCards(body);
  if (cards.length === 0) return <span className="italic">{m.tickets_media_contact()}</span>;
  return (
    <ul className="flex min-w-56 flex-col divide-y divide-current/15">
      {withKeys(cards).map(({ key, name, number }) => (
        <li key={key} className="flex flex-col gap-1 py-1">
          <span className="flex items-center gap-3">
            <Avatar id={number || name} name={name} size={40} />
            <span className="min-w-0">
              <b className="block truncate font-medium leading-4.5">{name || m.tickets_media_contact()}</b>
              {number && <span className="text-xs tabular-nums opacity-85">{maskPhone(number)}</span>}
            </span>
          </span>
          {canTalk && phoneDigits(number) && (
            <Link
              to="/n/{-$number}"
              params={{ number }}
              search={{ name: name || undefined }}
              aria-label={m.tickets_card_talk_to({ name: name || maskPhone(number) })}
              className="flex min-h-8 items-center justify-center gap-1.5 rounded-md bg-current/8 font-medium text-bubble-link text-sm touch:min-h-11"
            >
              <MessageCircle aria-hidden="true" size={15} />
              {m.tickets_card_talk()}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Two cards may be equal; the order within a message never changes, so the index is a stable key. */
const withKeys = (cards: readonly Card[]) => cards.map((card, place) => ({ ...card, key: `${place} ${card.number}` }));
