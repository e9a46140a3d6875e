// @ts-check
import { post } from "./api.js";
import { attempt } from "./attempt.js";
import { clock, h } from "./dom.js";
import { languageTag, t, textOr } from "./translate.js";

/** @typedef {{ id: string, amountCents: number, status: string, at: string }} Payment */
/** @typedef {{ id: string, event: string, state: string, times: number, lastStatus: number | null }} Notice */
/**
 * @typedef {{ id: string, provider: string, description: string, amountCents: number, isClosed: boolean,
 *   code: string | null, returnUrl: string | null, payments: Payment[], notices: Notice[], actions: string[] }} Charge
 */
/** @typedef {{ ofOne: boolean, name: string, onDone: () => Promise<void> }} Options */

/** Ends of the numbers that Stripe's test cards have for a refusal. */
const REFUSED_CARD = "0002";

/** @param {number} cents */
const money = (cents) => new Intl.NumberFormat(languageTag, { style: "currency", currency: "BRL" }).format(cents / 100);

/**
 * Shows a charge with what a payer, the bank and the provider can do with it.
 * @param {Charge} charge
 * @param {Options} options
 */
export function chargeCard(charge, options) {
  const { description, amountCents, code, returnUrl, payments, notices } = charge;
  const status = payments.at(-1)?.status ?? (charge.isClosed ? "closed" : "open");
  return h(
    "article",
    { class: "charge", "aria-label": `${options.name}: ${description}` },
    h("header", {}, h("h3", {}, description), h("span", { class: "amount" }, money(amountCents))),
    h("p", { class: "facts" }, `${options.name} · ${textOr(`payments_status_${status}`, status)}`),
    code && h("code", {}, code),
    cardForm(charge, options),
    buttons(charge, options),
    payments.length > 0 && h("ul", { "aria-label": t("payments_made") }, ...payments.map(paymentRow)),
    notices.length > 0 &&
      h("ul", { "aria-label": t("payments_notices") }, ...notices.map((notice) => noticeRow(notice, options))),
    options.ofOne && returnUrl && isWebAddress(returnUrl)
      ? h("p", { class: "row" }, h("a", { class: "button", href: returnUrl }, t("payments_return")))
      : null,
  );
}

/** @param {string} url */
const isWebAddress = (url) => /^https?:/.test(URL.parse(url)?.protocol ?? "");

/**
 * @param {Charge} charge
 * @param {string} action
 */
const act = ({ provider, id }, action) => post(`/payments/charges/${provider}/${encodeURIComponent(id)}`, { action });

/**
 * @param {Charge} charge
 * @param {Options} options
 */
function buttons(charge, { ofOne, onDone }) {
  // On Stripe's page the card form pays and is refused.
  const inForm = ofOne && charge.provider === "stripe" ? ["pay", "refuse"] : [];
  const wasPaid = charge.payments.some(({ status }) => status === "paid" || status === "confirmed");
  return h(
    "p",
    { class: "row" },
    ...charge.actions
      .filter((action) => !inForm.includes(action))
      .map((action) =>
        h(
          "button",
          {
            type: "button",
            class: action === "pay" && !wasPaid ? "button primary" : "button",
            onclick: attempt(async () => {
              await act(charge, action);
              await onDone();
            }),
          },
          textOr(`payments_do_${action === "pay" && wasPaid ? "payAgain" : action}`, action),
        ),
      ),
  );
}

/**
 * The fields of a card, which never leave this page: they have no name, and only the decision is sent.
 * @param {Charge} charge
 * @param {Options} options
 */
function cardForm(charge, { ofOne, onDone }) {
  if (!ofOne || charge.provider !== "stripe" || !charge.actions.includes("pay")) return null;
  const number = h("input", {
    id: "card-number",
    inputmode: "numeric",
    autocomplete: "off",
    required: true,
    placeholder: "4242 4242 4242 4242",
    "aria-describedby": "card-help",
  });
  const expiry = h("input", { id: "card-expiry", autocomplete: "off", required: true, placeholder: "12/34" });
  const code = h("input", {
    id: "card-code",
    inputmode: "numeric",
    autocomplete: "off",
    required: true,
    placeholder: "123",
  });
  const pay = attempt(async () => {
    await act(charge, number.value.replaceAll(" ", "").endsWith(REFUSED_CARD) ? "refuse" : "pay");
    await onDone();
  });
  return h(
    "form",
    { class: "card-form", onsubmit: pay },
    h("label", { class: "wide", for: "card-number" }, t("payments_card_number")),
    wide(number),
    h("p", { id: "card-help", class: "help wide" }, t("payments_card_help")),
    h("div", {}, h("label", { for: "card-expiry" }, t("payments_card_expiry")), expiry),
    h("div", {}, h("label", { for: "card-code" }, t("payments_card_code")), code),
    h("p", { class: "row wide" }, h("button", { class: "button primary", type: "submit" }, t("payments_do_pay"))),
  );
}

/** @param {HTMLElement} field */
const wide = (field) => h("div", { class: "wide" }, field);

/** @param {Payment} payment */
const paymentRow = ({ id, amountCents, status, at }) =>
  h(
    "li",
    {},
    h("strong", {}, `${textOr(`payments_status_${status}`, status)} · ${money(amountCents)}`),
    h("span", {}, `${id} · ${clock(Date.parse(at), "2-digit")}`),
  );

/**
 * @param {Notice} notice
 * @param {Options} options
 */
function noticeRow({ id, event, state, times, lastStatus }, { onDone }) {
  const result =
    state === "held"
      ? t("payments_notice_held")
      : lastStatus === null || lastStatus === 0
        ? t("payments_notice_unanswered")
        : t("payments_notice_answer", { status: lastStatus, times });
  const send = attempt(async () => {
    await post(`/payments/notices/${id}`);
    await onDone();
  });
  return h(
    "li",
    {},
    h("span", {}, h("strong", {}, event), ` ${result}`),
    state === "sending"
      ? null
      : h(
          "button",
          { class: "button", type: "button", onclick: send },
          t(state === "held" ? "payments_notice_send" : "payments_notice_again"),
        ),
  );
}
