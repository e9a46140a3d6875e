import { readFileSync } from "node:fs";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import * as v from "valibot";
import { Cents, decimalOf } from "../../contracts/money.ts";
import { ConfigError, readAddress, readGroup } from "../environment/index.ts";
import { type ConfirmedCharge, type Environment, type PaymentProvider, WebhookRefused } from "./provider.ts";
import { openProviderCall, orNull, ProviderError } from "./provider-call.ts";
import { isSameSecret, ProviderId, readWebhookBody } from "./webhook-secret.ts";

/** How long the payer can use the code. A later checkout creates another charge. */
const EXPIRY_SECONDS = 30 * 86_400;
/** A token is requested again this long before it expires. */
const TOKEN_RESERVE_MS = 60_000;
const MAX_DESCRIPTION = 140;
const TXID = /^[0-9a-f]{32}$/;
/** The end-to-end id of a Pix: E, the payer's bank, the minute, 11 characters. */
const PAYMENT_ID = /^E\d{20}\w{11}$/;

const Token = v.object({ access_token: v.string(), expires_in: v.number() });
const Pix = v.object({
  endToEndId: v.string(),
  txid: v.optional(v.string(), ""),
  valor: Cents,
  devolucoes: v.optional(v.array(v.object({ valor: Cents, status: v.string() })), []),
});
type Pix = v.InferOutput<typeof Pix>;
const Cob = v.object({
  txid: v.string(),
  status: v.string(),
  calendario: v.object({ criacao: v.pipe(v.string(), v.isoTimestamp()), expiracao: v.number() }),
  valor: v.object({ original: Cents }),
  pixCopiaECola: v.optional(v.string(), ""),
  pix: v.optional(v.array(Pix), []),
});
type Cob = v.InferOutput<typeof Cob>;
/** Payments to the key without a charge have no `txid`; a test of the address has no `pix`. */
const Webhook = v.object({
  pix: v.optional(v.array(v.object({ endToEndId: ProviderId, txid: v.optional(v.string(), "") })), []),
});

/**
 * Opens Efí: an immediate Pix charge whose `txid` is our charge id without hyphens. Documents: "API Pix", version 2, of
 * dev.efipay.com.br: Credenciais, Cobranças imediatas, Gestão de Pix, Webhooks.
 *
 * Efí proves itself to a webhook with a TLS certificate, which the proxy before us checks, and with the secret in the
 * registered address: `PUBLIC_URL/webhooks/efi?hmac=EFI_WEBHOOK_SECRET&ignorar=`.
 */
export function openEfi(environment: Environment): PaymentProvider | null {
  const group = readGroup(environment, ["EFI_CLIENT_ID", "EFI_CLIENT_SECRET", "EFI_PIX_KEY", "EFI_WEBHOOK_SECRET"]);
  if (!group) return null;
  const url = readAddress("EFI_URL", environment.EFI_URL, "https://pix.api.efipay.com.br");
  const certificate = url.startsWith("https:") ? readCertificate(environment) : undefined;
  const call = openProviderCall({ provider: "Efí", url, certificate });
  let token: Promise<{ bearer: string; until: number }> | null = null;

  async function requestToken() {
    const basic = Buffer.from(`${group?.EFI_CLIENT_ID}:${group?.EFI_CLIENT_SECRET}`).toString("base64");
    const headers = { authorization: `Basic ${basic}` };
    const body = { grant_type: "client_credentials" };
    const { access_token, expires_in } = await call("POST", "/oauth/token", Token, { headers, body });
    return { bearer: `Bearer ${access_token}`, until: Date.now() + expires_in * 1_000 - TOKEN_RESERVE_MS };
  }

  /** Calls with the present token, and once more with a new one when Efí has ended it. */
  async function authorized<S extends v.GenericSchema>(
    method: "GET" | "PUT" | "PATCH",
    path: string,
    answer: S,
    body?: unknown,
  ): Promise<v.InferOutput<S>> {
    const present = await token?.catch(() => null);
    const isFresh = !present || present.until < Date.now();
    if (isFresh) token = requestToken();
    const { bearer } = await (token as NonNullable<typeof token>);
    try {
      return await call(method, path, answer, { headers: { authorization: bearer }, body });
    } catch (error) {
      if (!(error instanceof ProviderError && error.status === 401) || isFresh) throw error;
      token = null;
      return authorized(method, path, answer, body);
    }
  }

  const readCob = (txid: string) => authorized("GET", `/v2/cob/${txid}`, Cob);

  return {
    async createCharge({ id, amountCents, description }) {
      const txid = id.replaceAll("-", "");
      const body = {
        calendario: { expiracao: EXPIRY_SECONDS },
        valor: { original: decimalOf(amountCents) },
        chave: group.EFI_PIX_KEY,
        solicitacaoPagador: description.slice(0, MAX_DESCRIPTION),
      };
      const cob = await authorized("PUT", `/v2/cob/${txid}`, Cob, body).catch((error: unknown) => {
        // The answer to an earlier attempt got lost: the charge exists.
        if (error instanceof ProviderError && error.status === 409) return readCob(txid);
        throw error;
      });
      if (!cob.pixCopiaECola || cob.valor.original !== amountCents) throw new ProviderError("Efí", 0);
      return { providerId: txid, option: { kind: "code", code: cob.pixCopiaECola } };
    },

    async readCharge(providerId) {
      if (PAYMENT_ID.test(providerId)) {
        const pix = await orNull(authorized("GET", `/v2/pix/${providerId}`, Pix));
        return pix && paymentOf(pix);
      }
      if (!TXID.test(providerId)) return null;
      const cob = await orNull(readCob(providerId));
      return cob && chargeOf(cob);
    },

    async endCharge(providerId) {
      const cob = TXID.test(providerId) ? await orNull(readCob(providerId)) : null;
      if (cob?.status !== "ATIVA") return;
      await authorized("PATCH", `/v2/cob/${providerId}`, Cob, { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" });
    },

    requireSecret({ query }) {
      if (!isSameSecret(query.get("hmac") ?? "", group.EFI_WEBHOOK_SECRET))
        throw new WebhookRefused("the secret in the address of Efí's webhook is wrong");
    },

    verifyWebhook(request) {
      this.requireSecret(request);
      const payments = readWebhookBody(Webhook, request.body)?.pix ?? [];
      return payments
        .filter(({ txid }) => txid !== "")
        .map(({ endToEndId }) => ({ eventId: endToEndId, providerId: endToEndId }));
    },
  };
}

function chargeOf(cob: Cob): ConfirmedCharge {
  const [pix] = cob.pix;
  if (pix) return paymentOf({ ...pix, txid: cob.txid });
  const until = Date.parse(cob.calendario.criacao) + cob.calendario.expiracao * 1_000;
  // Efí has no status for an expired charge.
  const isOpen = cob.status === "ATIVA" && until > Date.now();
  return {
    status: isOpen ? "open" : "void",
    amountCents: cob.valor.original,
    reference: referenceOf(cob.txid),
    paymentId: "",
  };
}

function paymentOf({ endToEndId, txid, valor, devolucoes }: Pix): ConfirmedCharge {
  const returned = devolucoes
    .filter(({ status }) => status !== "NAO_REALIZADO")
    .reduce((sum, { valor: part }) => sum + part, 0);
  return {
    status: returned >= valor ? "failed" : "paid",
    amountCents: valor - returned,
    reference: referenceOf(txid),
    paymentId: endToEndId,
  };
}

/** Our charge id from a `txid`; '': the charge was created elsewhere. */
const referenceOf = (txid: string): string =>
  TXID.test(txid) ? txid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") : "";

/** Reads the client's certificate with its key: a .p12 or .pfx file, or a .pem with both. */
function readCertificate({ EFI_CERTIFICATE, EFI_CERTIFICATE_PASSWORD }: Environment): SecureContextOptions {
  if (!EFI_CERTIFICATE)
    throw new ConfigError("EFI_CERTIFICATE is missing: the path of the certificate that Efí issued.");
  try {
    const file = readFileSync(EFI_CERTIFICATE);
    const passphrase = EFI_CERTIFICATE_PASSWORD ?? "";
    const isPem = file.includes("-----BEGIN ");
    const certificate = isPem ? { cert: file, key: file, passphrase } : { pfx: file, passphrase };
    createSecureContext(certificate);
    return certificate;
  } catch {
    throw new ConfigError(
      "EFI_CERTIFICATE cannot be read: name a .p12 file, or a .pem file with certificate and key, and its EFI_CERTIFICATE_PASSWORD.",
    );
  }
}
