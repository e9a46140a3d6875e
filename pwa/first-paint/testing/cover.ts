import { onTestFinished, vi } from "vitest";
import { keepDrawnScreen } from "../keep-drawn-screen.ts";
import type { ShownValue } from "../values-to-keep.ts";

/** Gives the test access to the closed shadow roots that are created from now on. */
export function givenOpenShadows() {
  const roots: ShadowRoot[] = [];
  const attach = Element.prototype.attachShadow;
  const spy = vi.spyOn(Element.prototype, "attachShadow").mockImplementation(function (this: Element, init) {
    const root = attach.call(this, init);
    roots.push(root);
    return root;
  });
  onTestFinished(() => spy.mockRestore());
  /** Returns what is drawn above the app; null without a cover. */
  const drawn = (): HTMLElement | null => {
    const shown = roots.find((root) => root.host.isConnected);
    return shown?.querySelector<HTMLElement>("[aria-hidden=true]") ?? null;
  };
  return { drawn, roots };
}

type Person = { id: string; companyId: string };

/** Stores a signed-in user as the session does. */
export function storePerson({ id, companyId }: Person): void {
  localStorage.setItem("token", `token of ${id}`);
  localStorage.setItem("companyId", companyId);
  localStorage.setItem("userId", id);
  localStorage.setItem("user", JSON.stringify({ id, companyId }));
}

/** Keeps what is drawn now. */
export function keepDrawn(
  { id, companyId }: Person,
  view: string | null = FIRST_VIEW,
  values: readonly ShownValue[] = [],
): void {
  const isFirstView = view === FIRST_VIEW;
  keepDrawnScreen({ userId: id, companyId, startsHere: true, opening: "Abrindo", view, isFirstView, values });
}
export const FIRST_VIEW = "first";

export type DrawnTicket = { id: string; text: string };
type DrawnConversation = DrawnTicket & { messages: readonly DrawnTicket[]; draft?: string };

/** Draws the app's frame with a list of these tickets and a conversation, as far as the kept screens read it. */
export function drawList(tickets: readonly DrawnTicket[], open?: DrawnConversation): HTMLElement {
  document.querySelector("#root")?.remove();
  const root = document.createElement("div");
  root.id = "root";
  root.innerHTML = `<div data-menu="open"><button role="tab" type="button">Abertos</button><button role="tab" type="button">Fechados</button>
    <div class="overflow-y-auto" data-kept-scroll><ul style="height: ${tickets.length * 77}px"></ul></div><div data-kept-slot></div></div>`;
  const list = root.querySelector("ul");
  for (const [at, { id, text }] of tickets.entries()) {
    const row = document.createElement("li");
    row.style.transform = `translateY(${at * 77}px)`;
    row.innerHTML = `<div><a></a></div>`;
    row.querySelector("div")?.setAttribute("data-row", id);
    row.querySelector("div")?.toggleAttribute("data-selected", id === open?.id);
    const link = row.querySelector("a");
    link?.setAttribute("href", `/tickets/${id}`);
    link?.append(text);
    list?.append(row);
  }
  const slot = root.querySelector("[data-kept-slot]");
  slot?.setAttribute("data-kept-slot", open?.id ?? "");
  slot?.append(open ? drawConversation(open) : "");
  document.body.append(root);
  return root;
}

function drawConversation({ text, messages, draft = "" }: DrawnConversation): Element {
  const section = document.createElement("section");
  section.innerHTML = `<h2></h2><div role="log" data-kept-scroll="end"><div data-kept-last="40"></div></div>
    <textarea data-kept-field placeholder="Mensagem"></textarea>`;
  section.querySelector("h2")?.append(text);
  for (const message of messages) {
    const bubble = document.createElement("p");
    bubble.dataset.message = message.id;
    bubble.append(message.text);
    section.querySelector("[data-kept-last]")?.append(bubble);
  }
  const field = section.querySelector("textarea");
  if (field) field.value = draft;
  return section;
}
