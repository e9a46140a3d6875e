import { randomBytes, randomInt } from "node:crypto";
import type { Hono } from "hono";
import { createDynamicPix, hasError } from "pix-utils";
import type { Charge, Payment } from "./charge.ts";
import { EFI } from "./credentials.ts";
import type { Webhook } from "./notices.ts";
import type { PaymentState } from "./payment-state.ts";
import { centsOf, decimal, providerApp } from "./provider-app.ts";

const TOKEN_SECONDS = 3_600;
const TXID = /^[a-zA-Z0-9]{26,35}$/;
const AMOUNT = /^\d{1,10}\.\d{2}$/;

/**
 * The stand-in for Efí's API Pix v2: `POST /oauth/token`, `PUT|GET|PATCH /v2/cob/{txid}`, `GET /v2/pix/{e2eId}`. It asks for no
 * client certificate, because the sandbox speaks plain http. `tokens`: the valid ones, with the time of their end.
 */
export function efiApp(state: PaymentState, tokens = new Map<string, number>()): Hono {
  const app = providerApp(state, "efi");
  const basic = `Basic ${Buffer.from(`${EFI.clientId}:${EFI.clientSecret}`).toString("base64")}`;

  app.post("/oauth/token", async (c) => {
    const { grant_type } = await c.req.json<Record<string, unknown>>();
    if (c.req.header("authorization") !== basic || grant_type !== "client_credentials")
      return c.json({ error: "invalid_client", error_description: "Invalid or inactive credentials" }, 401);
    const access_token = randomBytes(32).toString("base64url");
    tokens.set(access_token, Date.now() + TOKEN_SECONDS * 1_000);
    return c.json({
      access_token,
      token_type: "Bearer",
      expires_in: TOKEN_SECONDS,
      scope: "cob.write cob.read pix.read",
    });
  });

  app.use("/v2/*", async (c, next) => {
    const until = tokens.get((c.req.header("authorization") ?? "").replace(/^Bearer /, ""));
    if (until === undefined || until < Date.now())
      return c.json({ error: "invalid_token", error_description: "The access token is invalid or has expired" }, 401);
    return next();
  });

  app.put("/v2/cob/:txid", async (c) => {
    const txid = c.req.param("txid");
    const { valor, chave, solicitacaoPagador = "" } = await c.req.json();
    if (!TXID.test(txid) || !AMOUNT.test(valor?.original) || chave !== EFI.pixKey || solicitacaoPagador.length > 140)
      return c.json({ nome: "json_invalido", mensagem: "Falha ao validar a requisição" }, 400);
    if (state.find("efi", txid))
      return c.json(
        { nome: "txid_duplicado", mensagem: "Campo txid informado já foi utilizado em outra cobrança" },
        409,
      );
    const pix = createDynamicPix({
      merchantName: "BALCAO SANDBOX",
      merchantCity: "BELO HORIZONTE",
      url: `pix.sandbox.example/v2/${txid}`,
    });
    if (hasError(pix)) throw new Error("the Pix code is wrong");
    const charge = state.add({
      id: txid,
      provider: "efi",
      reference: txid,
      description: solicitacaoPagador,
      amountCents: centsOf(valor.original),
      code: pix.toBRCode(),
      returnUrl: null,
      webhookUrl: null,
    });
    return c.json(cobOf(charge), 201);
  });

  app.patch("/v2/cob/:txid", async (c) => {
    const charge = state.find("efi", c.req.param("txid"));
    const { status } = await c.req.json();
    if (!charge) return c.json({ nome: "cobranca_nao_encontrada", mensagem: "Nenhuma cobrança encontrada" }, 404);
    if (status !== "REMOVIDA_PELO_USUARIO_RECEBEDOR" || cobOf(charge).status !== "ATIVA")
      return c.json({ nome: "status_cobranca_invalido", mensagem: "Campo status inválido" }, 400);
    state.save({ ...charge, isClosed: true });
    return c.json({ ...cobOf(charge), status });
  });

  app.get("/v2/cob/:txid", (c) => {
    const charge = state.find("efi", c.req.param("txid"));
    if (!charge) return c.json({ nome: "cobranca_nao_encontrada", mensagem: "Nenhuma cobrança encontrada" }, 404);
    return c.json(cobOf(charge));
  });

  app.get("/v2/pix/:e2eId", (c) => {
    const found = state.findPayment("efi", c.req.param("e2eId"));
    if (!found) return c.json({ nome: "pix_nao_encontrado", mensagem: "Nenhum Pix encontrado" }, 404);
    return c.json(pixOf(found.charge, found.payment));
  });
  return app;
}

/** The end-to-end id of a Pix: E, the payer's bank, the minute in UTC, 11 characters. */
export function efiPaymentId(now = new Date()): string {
  const minute = now.toISOString().replace(/\D/g, "").slice(0, 12);
  return `E${String(randomInt(1e8)).padStart(8, "0")}${minute}${randomBytes(6).toString("hex").slice(0, 11)}`;
}

/** Efí tells of received Pix only. Several payments can be in one body. */
export const efiWebhook = (charge: Charge, payment: Payment): Webhook => ({
  event: payment.status === "refunded" ? "devolucao" : "pix",
  body: JSON.stringify({ pix: [pixOf(charge, payment)] }),
});

export const efiSignature = () => ({ query: { hmac: EFI.webhookSecret, ignorar: "/pix" }, headers: {} });

function cobOf(charge: Charge) {
  const isPaid = charge.payments.length > 0;
  const location = `pix.sandbox.example/v2/${charge.id}`;
  return {
    calendario: { criacao: charge.createdAt, expiracao: 2_592_000 },
    txid: charge.id,
    revisao: 0,
    loc: { id: 1, location, tipoCob: "cob" },
    location,
    status: isPaid ? "CONCLUIDA" : charge.isClosed ? "REMOVIDA_PELO_PSP" : "ATIVA",
    valor: { original: decimal(charge.amountCents) },
    chave: EFI.pixKey,
    solicitacaoPagador: charge.description,
    pixCopiaECola: charge.code,
    ...(isPaid ? { pix: charge.payments.map((payment) => pixOf(charge, payment)) } : {}),
  };
}

function pixOf(charge: Charge, { id, amountCents, status, at }: Payment) {
  const returned = { id: "1", rtrId: `D${id.slice(1)}`, valor: decimal(amountCents), status: "DEVOLVIDO" };
  return {
    endToEndId: id,
    txid: charge.id,
    valor: decimal(amountCents),
    chave: EFI.pixKey,
    horario: at,
    infoPagador: "",
    ...(status === "refunded" ? { devolucoes: [returned] } : {}),
  };
}
