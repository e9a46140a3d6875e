// @ts-check
import { post } from "./api.js";
import { attempt, on } from "./attempt.js";
import { byId, h } from "./dom.js";
import { resetFaults, showFaults } from "./faults.js";
import { chooseInternet } from "./internet.js";
import { choose, newCustomer, refresh } from "./load.js";
import { changed, connection, isPage, ownConnection, state } from "./state.js";
import { t } from "./translate.js";

const menu = () => byId("who", HTMLDetailsElement);
/** Keys of the lists' content. A list is drawn again only when its key changes: a new row would lose a press. */
const shown = { connections: "", customers: "" };

/** Shows the connections, the customers of the chosen connection, and the chosen customer. */
export function showCustomers() {
  const { connections, connectionId, customers, number, name } = state;
  byId("who-name", HTMLElement).textContent = name || number;
  byId("new-number", HTMLInputElement).required = !isPage();
  byId("new-name", HTMLInputElement).required = isPage();
  showConnections(connections, connectionId);
  const key = JSON.stringify([connectionId, customers, number, name]);
  if (key === shown.customers) return;
  shown.customers = key;
  const isKnown = customers.some((customer) => customer.number === number);
  const all = isKnown || !number ? customers : [{ number, name }, ...customers];
  byId("customers", HTMLElement).replaceChildren(
    ...(all.length > 0 ? all.map(customerItem) : [h("li", { class: "empty" }, t("customers_none"))]),
  );
}

/**
 * @param {import("./api.js").Connection[]} connections
 * @param {string} chosen
 */
function showConnections(connections, chosen) {
  const list = byId("connections", HTMLElement);
  const key = JSON.stringify(connections.map(({ id, name, number }) => [id, name, number]));
  if (key !== shown.connections) {
    shown.connections = key;
    list.replaceChildren(...connections.map(connectionChoice));
  }
  for (const input of list.querySelectorAll("input")) input.checked = input.value === chosen;
}

/** @param {import("./api.js").Connection} connection */
function connectionChoice({ id, name, number }) {
  const onchange = attempt(() => {
    state.hasChosen = true;
    return openConnection(id);
  });
  const input = h("input", { type: "radio", name: "connection", value: id, onchange });
  return h("label", {}, input, h("span", {}, name, number && h("small", {}, number)));
}

/** @param {import("./api.js").Customer} customer */
function customerItem(customer) {
  const { number, name } = customer;
  const onclick = attempt(() => open(customer));
  const attributes = { type: "button", "aria-current": number === state.number ? "true" : undefined, onclick };
  return h("li", {}, h("button", attributes, name || number, !isPage() && h("span", {}, number)));
}

/** @param {import("./api.js").Customer} customer */
async function open(customer) {
  choose(customer);
  menu().open = false;
  changed();
  await refresh();
}

/** @param {string} id */
export async function openConnection(id) {
  state.connectionId = id;
  choose({ number: "", name: "" });
  changed();
  showFaults(await post("/faults", { connectionId: id }));
  await refresh();
}

/** Opens the number of the company in the frame, unless the visitor has chosen another one. */
export async function openOwnConnection() {
  const own = ownConnection();
  if (!own || state.hasChosen || connection()?.companyId === state.companyId) return;
  await openConnection(own.id);
}

/** Restarts the five steps with a new customer and without faults. */
async function restart() {
  await chooseInternet("good");
  await resetFaults();
  await open(newCustomer());
}

export function listenToCustomers() {
  on("new-customer", "submit", async () => {
    const number = isPage() ? newCustomer().number : byId("new-number", HTMLInputElement).value;
    await open({ number, name: byId("new-name", HTMLInputElement).value.trim() });
    byId("new-customer", HTMLFormElement).reset();
    byId("text", HTMLElement).focus();
  });
  on("restart", "click", restart);
}
