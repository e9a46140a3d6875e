import { Link } from "@tanstack/react-router";
import { ExternalLink, Mail, MessageCircle } from "lucide-react";
import { type CardDetails, readCardDetails } from "../../../contracts/desk/bodies/cards.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone, phoneDigits } from "../../i18n/phone-number.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { CopyRow } from "./action-card.tsx";

/** Shows the contact cards of a message: every number opens a conversation, every e-mail can be written to. */
export function ContactCards({ body, canTalk = true }: { body: string; canTalk?: boolean }) {
  const cards = readCardDetails(body);
  if (cards.length === 0) return <span className="italic">{m.tickets_media_contact()}</span>;
  return (
    <ul className="flex min-w-56 max-w-full flex-col divide-y divide-current/15">
      {withKeys(cards).map(({ key, card }) => (
        <li key={key} className="flex flex-col gap-1.5 py-1">
          <CardHead card={card} canTalk={canTalk} />
          {canTalk && <CardValues card={card} />}
        </li>
      ))}
    </ul>
  );
}

/** Two cards may be equal; the order within a message never changes, so the index is a stable key. */
const withKeys = (cards: readonly CardDetails[]) => cards.map((card, place) => ({ card, key: String(place) }));

function CardHead({ card: { name, organisation, numbers }, canTalk }: { card: CardDetails; canTalk: boolean }) {
  const [first] = numbers;
  const below = [organisation, canTalk ? "" : numberText(first)].filter(Boolean).join(" · ");
  return (
    <span className="flex items-center gap-3">
      <Avatar id={first?.number || name} name={name} size={40} />
      <span className="min-w-0">
        <b dir="auto" className="block truncate font-medium leading-4.5">
          {name || m.tickets_media_contact()}
        </b>
        {below && (
          <span dir="auto" className="block truncate text-xs tabular-nums opacity-85">
            {below}
          </span>
        )}
      </span>
    </span>
  );
}

/** With "+" where WhatsApp reports the country code: otherwise the company's country would be read into it. */
const wholeNumber = ({ number, isWhatsApp }: CardDetails["numbers"][number]) => (isWhatsApp ? `+${number}` : number);

const numberText = (one: CardDetails["numbers"][number] | undefined) => (one ? maskPhone(one.number) : "");

function CardValues({ card: { name, numbers, emails, addresses, links } }: { card: CardDetails }) {
  return (
    <>
      {numbers.map((one) => (
        <CopyRow key={one.number} what="" value={wholeNumber(one)}>
          {phoneDigits(one.number) ? (
            <Link
              to="/n/{-$number}"
              params={{ number: wholeNumber(one) }}
              search={{ name: name || undefined }}
              aria-label={m.tickets_card_talk_to({ name: `${name} ${numberText(one)}`.trim() })}
              className="flex min-w-0 flex-1 items-center gap-2 font-medium text-bubble-link touch:min-h-11"
            >
              <MessageCircle aria-hidden="true" size={15} className="shrink-0" />
              <span className="tabular-nums">{numberText(one)}</span>
            </Link>
          ) : (
            <span dir="auto" className="min-w-0 flex-1 tabular-nums">
              {one.number}
            </span>
          )}
        </CopyRow>
      ))}
      {emails.map((email) => (
        <CopyRow key={email} what="" value={email}>
          <a
            href={`mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`}
            aria-label={m.tickets_card_mail({ email })}
            className="flex min-w-0 flex-1 items-center gap-2 font-medium text-bubble-link touch:min-h-11"
          >
            <Mail aria-hidden="true" size={15} className="shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
          </a>
        </CopyRow>
      ))}
      {links.map((link) => (
        <a
          key={link}
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          className="flex items-center gap-2 px-2 text-bubble-link text-sm [overflow-wrap:anywhere] touch:min-h-11"
        >
          <ExternalLink aria-hidden="true" size={15} className="shrink-0" />
          {link}
        </a>
      ))}
      {addresses.map((address) => (
        <span key={address} dir="auto" className="px-2 text-xs opacity-85">
          {address}
        </span>
      ))}
    </>
  );
}
