import { post } from "./api.ts";
import { on } from "./attempt.ts";
import { actions } from "./composer.ts";
import { showConversation } from "./conversation.ts";
import { byId } from "./dom.ts";
import { log } from "./log.ts";
import { chat, connection, isPage, state } from "./state.ts";
import { t, textOr } from "./translate.ts";

/** Shows the customer's phone. */
export function showPhone() {
  const shop = connection();
  if (!shop) return;
  const isOn = shop.status === "CONNECTED";
  byId("shop", HTMLElement).textContent = shop.name;
  byId("shop-status", HTMLElement).textContent = isOn ? t("online") : textOr(`state_${shop.status}`, shop.status);
  byId("avatar", HTMLElement).textContent = initialsOf(shop.name);
  showOnly("[data-phones-only]", !isPage());
  showOnly("[data-pages-only]", isPage());
  showConversation(byId("messages", HTMLElement), state.messages, actions);
  showCounts();
}

function showOnly(selector: string, isShown: boolean) {
  for (const part of document.querySelectorAll(selector)) part.toggleAttribute("hidden", !isShown);
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map(([letter = ""]) => letter)
    .slice(0, 2)
    .join("")
    .toUpperCase();

function showCounts() {
  const { messages, desk } = state;
  const received = messages.filter(({ fromMe }) => !fromMe);
  const written = messages.filter(({ fromMe }) => fromMe);
  const arrived = written.filter(({ id }) => desk.messages.some((message) => message.id === id)).length;
  const twice =
    received.filter(({ receivedCount }) => receivedCount > 1).length +
    desk.messages.filter(({ count }) => count > 1).length;
  const counts = { written: written.length, arrived, received: received.length, twice };
  byId("counts", HTMLElement).textContent = t(isPage() ? "counts_pages" : "counts", counts);
}

export function listenToPhone() {
  on("read", "click", () => post("/read", chat()));
  on("play", "click", () => post("/read", { ...chat(), played: true }));
  on("call", "click", async () => {
    await post("/calls", { connectionId: state.connectionId, from: state.number });
    log(t("log_call"));
  });
}
