import type { ShownCharge, ShownNotice } from "../wire.ts";
import { post } from "./api.ts";
import { attempt } from "./attempt.ts";
import { clock, h } from "./dom.ts";
import { languageTag, t } from "./translate.ts";

/** `ofOne`: the page shows this charge only. `name`: of the provider. */
type Options = { ofOne: boolean; name: string; onDone: () => Promise<void> };

/** Ends of the numbers that Stripe's test cards have for a refusal. */
const REFUSED_CARD = "0002";

const money = (cents: number) =>
  new Intl.NumberFormat(languageTag, { style: "currency", currency: "BRL" }).format(cents / 100);

/** Shows a charge with what a payer, the bank and the provider can do with it. */
export function chargeCard(charge: ShownCharge, options: Options) {
  const { description, amountCents, code, returnUrl, payments, notices } = charge;
  const status = payments.at(-1)?.status ?? (charge.isClosed ? "closed" : "open");
  return h(
    "article",
    { class: "charge", "aria-label": `${options.name}: ${description}` },
    h("header", {}, h("h3", {}, description), h("span", { class: "amount" }, money(amountCents))),
    h("p", { class: "facts" }, `${options.name} · ${t(`payments_status_${status}`)}`),
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

const isWebAddress = (url: string) => /^https?:/.test(URL.parse(url)?.protocol ?? "");

const act = ({ provider, id }: ShownCharge, action: ShownCharge["actions"][number]) =>
  post(`/payments/charges/${provider}/${encodeURIComponent(id)}`, { action });

function buttons(charge: ShownCharge, { ofOne, onDone }: Options) {
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
          t(`payments_do_${action === "pay" && wasPaid ? "payAgain" : action}`),
        ),
      ),
  );
}

/** The fields of a card, which never leave this page: they have no name, and only the decision is sent. */
function cardForm(charge: ShownCharge, { ofOne, onDone }: Options) {
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
    h("div", { class: "wide" }, number),
    h("p", { id: "card-help", class: "help wide" }, t("payments_card_help")),
    h("div", {}, h("label", { for: "card-expiry" }, t("payments_card_expiry")), expiry),
    h("div", {}, h("label", { for: "card-code" }, t("payments_card_code")), code),
    h("p", { class: "row wide" }, h("button", { class: "button primary", type: "submit" }, t("payments_do_pay"))),
  );
}

const paymentRow = ({ id, amountCents, status, at }: ShownCharge["payments"][number]) =>
  h(
    "li",
    {},
    h("strong", {}, `${t(`payments_status_${status}`)} · ${money(amountCents)}`),
    h("span", {}, `${id} · ${clock(Date.parse(at), "2-digit")}`),
  );

function noticeRow({ id, event, state, times, lastStatus }: ShownNotice, { onDone }: Options) {
  const result =
    state === "held"
      ? t("payments_notice_held")
      : lastStatus === null || lastStatus === 0
        ? t("payments_notice_unanswered")
        : t("payments_notice_answer", { status: lastStatus, times });
  const send = attempt(async () => {
    await post(`/payments/notices/${id}`, {});
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
