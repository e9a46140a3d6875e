import { createHash } from "node:crypto";

/** The accounts at the stand-ins that `npm start` uses; they exist only in the sandbox. */
const secret = (name: string) =>
  createHash("sha256").update(`only for the sandbox: ${name}`).digest("hex").slice(0, 32);

export const EFI = {
  clientId: "Client_Id_sandbox",
  clientSecret: `Client_Secret_${secret("efi")}`,
  pixKey: "pix@balcao.example",
  webhookSecret: secret("efi webhook"),
};
export const STRIPE = {
  secretKey: `sk_test_${secret("stripe")}`,
  webhookSecret: `whsec_${secret("stripe webhook")}`,
};
export const ASAAS = {
  apiKey: `$aact_hmlg_${secret("asaas")}`,
  webhookToken: secret("asaas webhook"),
};
export const MERCADOPAGO = {
  accessToken: `TEST-${secret("mercadopago")}`,
  webhookSecret: secret("mercadopago webhook"),
};
