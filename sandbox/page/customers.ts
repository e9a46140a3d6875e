import type { ListedConnection } from "../wire.ts";
import { postFaults } from "./api.ts";
import { attempt, on } from "./attempt.ts";
import { byId, h } from "./dom.ts";
import { resetFaults, showFaults } from "./faults.ts";
import { chooseInternet } from "./internet.ts";
import { choose, newCustomer, refresh } from "./load.ts";
import { changed, connection, isPage, ownConnection, type Person, state } from "./state.ts";
import { t } from "./translate.ts";

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
  const all: Person[] = isKnown || !number ? customers : [{ number, name }, ...customers];
  byId("customers", HTMLElement).replaceChildren(
    ...(all.length > 0 ? all.map(customerItem) : [h("li", { class: "empty" }, t("customers_none"))]),
  );
}

function showConnections(connections: ListedConnection[], chosen: string) {
  const list = byId("connections", HTMLElement);
  const key = JSON.stringify(connections.map(({ id, name, number }) => [id, name, number]));
  if (key !== shown.connections) {
    shown.connections = key;
    list.replaceChildren(...connections.map(connectionChoice));
  }
  for (const input of list.querySelectorAll("input")) input.checked = input.value === chosen;
}

function connectionChoice({ id, name, number }: ListedConnection) {
  const onchange = attempt(() => {
    state.hasChosen = true;
    return openConnection(id);
  });
  const input = h("input", { type: "radio", name: "connection", value: id, onchange });
  return h("label", {}, input, h("span", {}, name, number && h("small", {}, number)));
}

function customerItem(customer: Person) {
  const { number, name } = customer;
  const onclick = attempt(() => open(customer));
  const attributes = { type: "button", "aria-current": number === state.number ? "true" : undefined, onclick };
  return h("li", {}, h("button", attributes, name || number, !isPage() && h("span", {}, number)));
}

async function open(customer: Person) {
  choose(customer);
  menu().open = false;
  changed();
  await refresh();
}

export async function openConnection(id: string) {
  state.connectionId = id;
  choose({ number: "", name: "" });
  changed();
  showFaults(await postFaults({ connectionId: id }));
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
