import type { PlanKind } from "../../contracts/account/companies.ts";
import { languageTag } from "./language.ts";
import { numberFormat } from "./number-format.ts";

/** Formats how much of a kind there is: "12", or "3,2 GB" of storage. */
export const planAmount = (kind: PlanKind, value: number): string => {
  if (kind !== "storageGb") return numberFormat(value);
  const maximumFractionDigits = value < 1 ? 2 : 1;
  return `${new Intl.NumberFormat(languageTag(), { maximumFractionDigits }).format(value)} GB`;
};
