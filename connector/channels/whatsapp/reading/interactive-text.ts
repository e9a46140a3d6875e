import type { proto } from "@whiskeysockets/baileys";
import { type Action, actionLine, type PixKind } from "../../../../contracts/desk/bodies/action-text.ts";

/** Joins lines without the empty ones. */
export const lines = (...parts: (string | null | undefined | false)[]) =>
  parts
    .filter((part): part is string => typeof part === "string")
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n");
export const bold = (text: string | null | undefined) => (text?.trim() ? `*${text.trim()}*` : "");
export const choices = (names: readonly (string | null | undefined)[]) =>
  lines(...names.map((name) => name?.trim() && `○ ${name.trim().replace(/\s+/g, " ")}`));

/** Returns an amount in its currency as it is written in Brazil: "R$ 459,90"; '' for no amount. */
export function money(amount: number, currency: string | null | undefined): string {
  if (!Number.isFinite(amount)) return "";
  const code = currency?.trim().toUpperCase() || "BRL";
  if (!/^[A-Z]{3}$/.test(code)) return amount.toFixed(2);
  return new Intl.NumberFormat("pt-BR", { style: "currency", currency: code }).format(amount).replaceAll("\u00a0", " ");
}

/** Returns an amount in thousandths of its currency's unit; '' for none. */
export const money1000 = (amount: unknown, currency: string | null | undefined): string => {
  const number = Number(amount ?? 0);
  return number > 0 ? money(number / 1_000, currency) : "";
};

type Content = proto.Message.IInteractiveMessage;

/** Returns the text of a message with buttons of the newer form, and of the cards of a carousel. */
export function interactiveText(message: Content, level = 0): string {
  const { header, body, footer, nativeFlowMessage, carouselMessage } = message;
  const cards = level === 0 ? (carouselMessage?.cards ?? []) : [];
  const product = header?.productMessage?.product;
  return lines(
    bold(header?.title),
    header?.subtitle,
    product && productText(product),
    body?.text,
    ...(nativeFlowMessage?.buttons ?? []).map(({ name, buttonParamsJson }) =>
      nativeButtonText(name ?? "", buttonParamsJson),
    ),
    ...cards.map((card) => interactiveText(card, 1)),
    footer?.text,
  );
}

export function productText(product: proto.Message.ProductMessage.IProductSnapshot): string {
  const { title, description, priceAmount1000, salePriceAmount1000, currencyCode, url, signedUrl } = product;
  const link = url || signedUrl;
  return lines(
    `🛍️ ${bold(title)}`.trim(),
    description,
    money1000(salePriceAmount1000 || priceAmount1000, currencyCode),
    link && linkOrText("Ver produto", link),
  );
}

/** Only web addresses become links; any other address is shown as text. */
export const linkOrText = (label: string, url: string) =>
  /^https?:\/\//i.test(url.trim()) ? actionLine({ kind: "link", label, url }) : lines(`${label}: ${url}`);

type Params = Record<string, unknown>;
const isParams = (value: unknown): value is Params => typeof value === "object" && value !== null;
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const listOf = (value: unknown): Params[] => (Array.isArray(value) ? value.filter(isParams) : []);
const paramsOf = (value: unknown): Params => (isParams(value) ? value : {});

export function parseParams(json: string | null | undefined): Params {
  try {
    return paramsOf(JSON.parse(json ?? "{}"));
  } catch {
    // Some buttons carry no JSON.
    return {};
  }
}

/**
 * Returns a button as lines: its choices, link, number, code, payment data or order. Reads the parameters and not the
 * button's name, so that a new name with known parameters is read too.
 */
export function nativeButtonText(name: string, json: string | null | undefined): string {
  const params = parseParams(json);
  const label = textOf(params.display_text) || textOf(params.title) || textOf(params.button_text);
  const url = textOf(params.url) || textOf(paramsOf(params.link).url) || textOf(params.merchant_url);
  const value =
    (url && linkOrText(label || "Abrir", url)) ||
    actionLine({ kind: "copy", label, code: textOf(params.copy_code) }) ||
    actionLine({ kind: "call", label, number: textOf(params.phone_number) });
  const rows = listOf(params.sections).flatMap((section) => [
    textOf(section.title) && `*${textOf(section.title)}*`,
    choices(listOf(section.rows).map((row) => [row.title, row.description].map(textOf).filter(Boolean).join(" · "))),
  ]);
  const payment = lines(orderOf(params), ...listOf(params.payment_settings).map(paymentText));
  if (value || payment || rows.length > 0) return lines(rows.length > 0 && label, value, ...rows, payment);
  return name === "payment_info" ? "" : choices([label]);
}

const pixKindOf = (type: string, key: string): PixKind => {
  const known: Record<string, PixKind> = { EMAIL: "email", PHONE: "phone", CPF: "cpf", CNPJ: "cnpj", EVP: "random" };
  const digits = key.replace(/\D/g, "").length;
  return known[type.toUpperCase()] ?? (key.includes("@") ? "email" : digits === 14 ? "cnpj" : "random");
};

function paymentText(setting: Params): string {
  const pix = paramsOf(setting.pix_static_code ?? setting.pix_dynamic_code);
  const [key, code] = [textOf(pix.key), textOf(pix.code)];
  const link = paramsOf(setting.payment_link);
  const slip = paramsOf(setting.boleto);
  return lines(
    bold(textOf(pix.merchant_name)),
    key && actionLine({ kind: "pix", pix: pixKindOf(textOf(pix.key_type), key), key }),
    code && actionLine({ kind: "pix", pix: "code", key: code }),
    textOf(link.uri) && linkOrText("Pagar", textOf(link.uri)),
    actionLine({ kind: "copy", label: "Boleto", code: textOf(slip.digitable_line) }),
  );
}

/** `value` counts in parts of which `offset` make one unit. */
const amountOf = (amount: unknown, currency: string): string => {
  const { value, offset } = paramsOf(amount);
  return typeof value === "number" && value > 0 ? money(value / (Number(offset) || 100), currency) : "";
};

function orderOf(params: Params): string {
  const order = paramsOf(params.order);
  const currency = textOf(params.currency) || textOf(order.currency);
  const items = listOf(order.items);
  const total = amountOf(params.total_amount ?? order.total_amount, currency);
  if (items.length === 0 && !total) return "";
  const extra: [string, unknown][] = [
    ["Subtotal", order.subtotal],
    ["Frete", order.shipping],
    ["Desconto", order.discount],
    ["Impostos", order.tax],
  ];
  return lines(
    `🛒 *Pedido${textOf(params.reference_id) && ` ${textOf(params.reference_id)}`}*`,
    ...items.map(({ name, quantity, amount, sale_amount }) => {
      const price = amountOf(sale_amount, currency) || amountOf(amount, currency);
      return `${Number(quantity) || 1} × ${textOf(name)}${price && ` · ${price}`}`;
    }),
    ...extra.map(([word, amount]) => amountOf(amount, currency) && `${word}: ${amountOf(amount, currency)}`),
    total && `Total: ${total}`,
  );
}

/** The button of a message with buttons of the oldest form. */
export function oldButtonsText(buttons: readonly proto.Message.ButtonsMessage.IButton[] | null | undefined): string {
  return lines(
    ...(buttons ?? []).map(({ buttonText, nativeFlowInfo }) =>
      nativeFlowInfo
        ? nativeButtonText(nativeFlowInfo.name ?? "", nativeFlowInfo.paramsJson) || choices([buttonText?.displayText])
        : choices([buttonText?.displayText]),
    ),
  );
}

export function templateButtonText(button: proto.IHydratedTemplateButton): string {
  const { quickReplyButton, urlButton, callButton } = button;
  if (urlButton) return linkOrText(urlButton.displayText || "Abrir", urlButton.url ?? "");
  const action: Action | null = callButton
    ? { kind: "call", label: callButton.displayText ?? "", number: callButton.phoneNumber ?? "" }
    : null;
  return action ? actionLine(action) : choices([quickReplyButton?.displayText]);
}
