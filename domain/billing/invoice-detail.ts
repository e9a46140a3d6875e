import { monthsOf, type Recurrence } from "../../sync/contracts/companies.ts";

const monthNames = new Intl.DateTimeFormat("pt-BR", { month: "long", timeZone: "UTC" });

/**
 * Returns the text of an invoice: "Plano Profissional · dezembro". In Portuguese, the language of the companies; an
 * invoice keeps its text. `dueDate`: "YYYY-MM-DD".
 */
export function invoiceDetail(planName: string, recurrence: Recurrence, dueDate: string): string {
  const months = monthsOf[recurrence];
  const name = /^plano\b/i.test(planName) ? planName : `Plano ${planName}`;
  const period = months === 1 ? "" : ` (${months} meses)`;
  return `${name} · ${monthNames.format(new Date(`${dueDate}T00:00Z`))}${period}`;
}

/** The amount of a recurrence of a plan, in cents. */
export const invoiceCents = (valueCents: number, recurrence: Recurrence): number => valueCents * monthsOf[recurrence];
