import { Bot, Megaphone } from "lucide-react";
import { useState } from "react";
import { menuParts } from "../../../../contracts/desk/menu-text.ts";
import type { AutomaticOrigin } from "../../../../contracts/desk/messages.ts";
import { MessageBody } from "../../../conversation/text/message-body.tsx";
import { m } from "../../../i18n/paraglide/messages.js";

const purposes: Record<AutomaticOrigin, () => string> = {
  menu: m.tickets_robot_menu,
  greeting: m.tickets_robot_greeting,
  waiting: m.tickets_robot_waiting,
  outOfHours: m.tickets_robot_out_of_hours,
  rating: m.tickets_robot_rating,
  farewell: m.tickets_robot_farewell,
  flow: m.tickets_robot_flow,
  notice: m.tickets_robot_notice,
  campaign: m.tickets_robot_campaign,
};

type AutomaticLineProps = {
  origin: AutomaticOrigin;
  /** The name of the campaign that sent it. */
  campaign?: string;
};

/** First line of an automatic message: its purpose with a bot icon, or the campaign's name with a megaphone. */
export function AutomaticLine({ origin, campaign }: AutomaticLineProps) {
  const Icon = origin === "campaign" ? Megaphone : Bot;
  return (
    <span className="mb-0.5 flex items-center gap-1.5 text-bubble-in-meta text-xs">
      <Icon aria-hidden="true" size={14} className="shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {campaign ? m.tickets_campaign_named({ name: campaign }) : purposes[origin]()}
      </span>
    </span>
  );
}

/** Number of menu entries shown before the menu is expanded. */
const NAMED = 3;

/** Shows the text of an automatic message; a menu is reduced to two lines and its first entries until it is clicked. */
export function AutomaticBody({ body }: { body: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { words, lines } = menuParts(body);
  if (isOpen || lines.length === 0) return <MessageBody body={body} />;
  const named = lines.slice(0, lines.length > NAMED + 1 ? NAMED : lines.length);
  const more = lines.length - named.length;
  const choices = named.map(({ key, title }) => `${key} ${title}`);
  if (more > 0) choices.push(m.tickets_robot_more({ count: more }));
  return (
    <button type="button" title={m.tickets_robot_open()} onClick={() => setIsOpen(true)} className="block text-left">
      <span className="line-clamp-2">
        <MessageBody body={words} />
      </span>
      <span className="block text-ink-2 text-sm">{choices.join(" · ")}</span>
    </button>
  );
}
