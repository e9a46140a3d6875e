import * as v from "valibot";

/** Seven integer digits and two decimals. */
export const MAX_AMOUNT_CENTS = 999_999_999;

const decimal = /^\d{1,7}([.,]\d{1,2})?$/;

/** An amount as forms and clients write it ("30.00", "30,5", 30), read as integer cents. */
export const Cents = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.finite(), v.transform(String))]),
  v.trim(),
  v.regex(decimal, "an amount with at most two decimals"),
  v.transform((text) => {
    const [whole = "", fraction = ""] = text.split(/[.,]/);
    return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  }),
);

/** The amount with a decimal point, "349.90", for clients and providers. */
export const decimalOf = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** The amount as people read it, "R$ 1.190,00". */
export const brl = (cents: number, locale = "pt-BR"): string =>
  new Intl.NumberFormat(locale, { style: "currency", currency: "BRL" }).format(cents / 100);
