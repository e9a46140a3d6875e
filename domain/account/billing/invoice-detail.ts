import { monthsOf, type Recurrence } from "../../../contracts/account/companies.ts";

const monthNames = new Intl.DateTimeFormat("pt-BR", { month: "long", timeZone: "UTC" });

/**
 * Returns the text of an invoice: "Plano Profissional · dezembro". In Portuguese, the language of the companies; an
 * invoice keeps its text. `dueDate`: "YYYY-MM-DD".
 */
export function invoiceDetail(planName: string, recurrence: Recurrence, dueDate: string): string {
  const months = monthsOf[recurrence];
  const period = months === 1 ? "" : ` (${months} meses)`;
  return `${withPlano(planName)} · ${monthNames.format(new Date(`${dueDate}T00:00Z`))}${period}`;
}

/** Returns the text of an upgrade's invoice: "Plano Profissional · diferença até 18/12/2026". `paidTo`: "YYYY-MM-DD". */
export function upgradeDetail(planName: string, paidTo: string): string {
  const [year, month, day] = paidTo.split("-");
  return `${withPlano(planName)} · diferença até ${day}/${month}/${year}`;
}

const withPlano = (planName: string) => (/^plano\b/i.test(planName) ? planName : `Plano ${planName}`);
