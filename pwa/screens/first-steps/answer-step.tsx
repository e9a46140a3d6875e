import { Link } from "@tanstack/react-router";
import { m } from "../../i18n/paraglide/messages.js";
import { maskPhone } from "../../i18n/phone-number.ts";
import { useDesk, useObservable } from "../../session/desk.tsx";
import { noTicketCounts } from "../../session/ticket-counts.ts";
import type { Facts } from "./steps.ts";
import { TestAreaLink } from "./test-area-link.tsx";

/** Explains how a first message arrives, and links to it once it is there. */
export function AnswerStep({ facts, hasSandbox }: { facts: Facts; hasSandbox: boolean }) {
  const desk = useDesk();
  const { open, pending } = useObservable(() => desk.counts$(), [desk], noTicketCounts);
  const number = facts.connections.find((connection) => connection.number)?.number;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2 text-sm">
        {number ? m.first_steps_answer_text({ number: maskPhone(number) }) : m.first_steps_answer_text_any()}
      </p>
      <div className="flex flex-wrap gap-2">
        {open + pending > 0 && (
          <Link
            to="/tickets"
            search={{ tab: pending > 0 ? "pending" : "open" }}
            className="inline-flex h-(--control) items-center rounded-md bg-primary px-3 font-medium text-on-primary text-sm hover:bg-primary-hover touch:h-11"
          >
            {m.first_steps_open_tickets()}
          </Link>
        )}
        {hasSandbox && <TestAreaLink>{m.first_steps_test_customer()}</TestAreaLink>}
      </div>
    </div>
  );
}
