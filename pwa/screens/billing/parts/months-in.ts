import { monthsOf, type Recurrence } from "../../../../contracts/account/companies.ts";

/** The months that one invoice pays. */
export const monthsIn = (recurrence: string): number => monthsOf[recurrence as Recurrence] ?? 1;
