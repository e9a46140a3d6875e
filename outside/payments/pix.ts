import { createStaticPix, hasError } from "pix-utils";
import { ConfigError, readGroup } from "../environment/index.ts";
import type { ChargeMaker, Environment } from "./provider.ts";

/** The most characters of a name and of a city in a BR Code (Banco Central, Manual do BR Code 2.0.1). */
const MAX_NAME = 25;
const MAX_CITY = 15;

/**
 * Opens the static Pix: a BR Code for `PIX_KEY` with the invoice's amount and number. Nothing confirms its payment but a
 * super user who reads the bank statement.
 */
export function openStaticPix(environment: Environment): ChargeMaker | null {
  const group = readGroup(environment, ["PIX_KEY", "PIX_NAME", "PIX_CITY"]);
  if (!group) return null;
  const code = (amountCents: number, txid: string) => {
    const pix = createStaticPix({
      merchantName: plain(group.PIX_NAME, MAX_NAME),
      merchantCity: plain(group.PIX_CITY, MAX_CITY),
      pixKey: group.PIX_KEY,
      transactionAmount: amountCents / 100,
      txid,
    });
    if (hasError(pix)) throw new ConfigError("PIX_KEY, PIX_NAME or PIX_CITY makes no valid Pix code.");
    return pix.toBRCode();
  };
  code(1, "1");
  return {
    async createCharge({ amountCents, invoiceNumber }) {
      const txid = `FATURA${invoiceNumber}`;
      return { providerId: txid, option: { kind: "code", code: code(amountCents, txid) } };
    },
  };
}

/** The text without accents, in the letters that every bank's application reads. */
const plain = (text: string, most: number) =>
  text
    .normalize("NFD")
    .replace(/[^\x20-\x7e]/g, "")
    .slice(0, most)
    .trim();
