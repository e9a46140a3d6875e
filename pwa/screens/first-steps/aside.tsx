import { Link } from "@tanstack/react-router";
import { Clock, Users, Zap } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { CounterArt } from "../../ui/lists/counter-art.tsx";
import { TestAreaLink } from "./test-area-link.tsx";

/** Shows the test area and other settings for a new company. */
export function Aside({ hasSandbox }: { hasSandbox: boolean }) {
  const links = [
    { to: "/contacts", icon: Users, words: m.first_steps_link_contacts() },
    { to: "/quick-messages", icon: Zap, words: m.first_steps_link_quick() },
    { to: "/settings", icon: Clock, words: m.first_steps_link_hours() },
  ] as const;
  return (
    <aside className="flex flex-col gap-4">
      {hasSandbox && (
        <section className="flex flex-col items-center rounded-lg bg-sunken px-6 py-5 text-center max-sm:hidden">
          <CounterArt subject="plant" />
          <h2 className="mt-2 text-md">{m.first_steps_try_title()}</h2>
          <p className="mt-1 mb-3 text-ink-2">{m.first_steps_try_text()}</p>
          <TestAreaLink framed>{m.first_steps_try_open()}</TestAreaLink>
        </section>
      )}
      <ul>
        {links.map(({ to, icon: Icon, words }) => (
          <li key={to} className="border-line not-last:border-b">
            <Link to={to} className="flex min-h-9 items-center gap-3 px-1 text-sm hover:bg-hover touch:min-h-11">
              <Icon aria-hidden="true" size={16} className="shrink-0 text-ink-3" />
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}
