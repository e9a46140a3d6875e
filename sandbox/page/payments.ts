import type { ShownCharge, ShownPayments } from "../wire.ts";
import { get, listen, post } from "./api.ts";
import { attempt, on } from "./attempt.ts";
import { chargeCard } from "./charge-card.ts";
import { byId, h } from "./dom.ts";
import { followDeskTheme } from "./theme.ts";
import { fillTexts, t } from "./translate.ts";

const POLL_MS = 3000;
/** The page of one charge, to which Balcão sends the payer; without it the page shows every charge. */
const [, provider = "", chargeId] = /^\/sandbox\/payments\/(\w+)\/pay\/([^/]+)$/.exec(location.pathname) ?? [];
const ofOne = chargeId !== undefined;
let shown = "";
let charges: ShownCharge[] = [];

const providerNames: Record<ShownCharge["provider"], string> = {
  efi: "Efí",
  stripe: "Stripe",
  asaas: "Asaas",
  mercadopago: "Mercado Pago",
};

async function load() {
  const answer = await get("/payments/charges");
  const state = JSON.stringify(answer);
  if (state === shown) return; // Keeps the focus and half-written fields.
  shown = state;
  charges = answer.charges;
  showProviders(answer.providers);
  showCharges();
}

function showProviders(providers: ShownPayments["providers"]) {
  byId("providers", HTMLElement).replaceChildren(
    ...providers.map(({ name, fault }) => {
      const box: HTMLInputElement = h("input", {
        type: "checkbox",
        checked: fault !== "none",
        onchange: attempt(async () => {
          await post(`/payments/faults/${name}`, { fault: box.checked ? "down" : "none" });
          await load();
        }),
      });
      return h("label", { class: "switch" }, h("span", {}, t("payments_down", { provider: providerNames[name] })), box);
    }),
  );
}

function showCharges() {
  const wanted = ofOne
    ? charges.filter((charge) => charge.provider === provider && charge.id === decodeURIComponent(chargeId))
    : charges;
  byId("charges", HTMLElement).replaceChildren(
    ...wanted.map((charge) => chargeCard(charge, { ofOne, name: providerNames[charge.provider], onDone: load })),
    wanted.length === 0 ? h("p", { class: "empty" }, t(ofOne ? "payments_unknown" : "payments_none")) : "",
  );
}

on("find", "submit", () => {
  const code = byId("find-code", HTMLInputElement).value.trim();
  const found = charges.find((charge) => charge.code === code);
  if (!found) throw new Error(t("payments_code_unknown"));
  location.assign(`/sandbox/payments/${found.provider}/pay/${encodeURIComponent(found.id)}`);
});

fillTexts();
followDeskTheme();
byId("whole", HTMLElement).hidden = ofOne;
if (ofOne) {
  const names: Partial<Record<string, string>> = providerNames;
  const title = t("payments_pay_with", { provider: names[provider] ?? provider });
  byId("title", HTMLElement).textContent = title;
  document.title = title;
  byId("charges-title", HTMLElement).classList.add("hidden");
} else document.title = t("payments_title");
await attempt(load)();
listen(({ type }) => {
  if (type === "payment" || type === "connection") void attempt(load)();
});
setInterval(() => {
  load().catch(() => undefined); // The next poll retries.
}, POLL_MS);
