import { onTestFinished, vi } from "vitest";

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

/** Draws the app's frame with a list of these tickets, as far as the kept list reads it. */
export function drawList(tickets: readonly { id: string; text: string }[]): HTMLElement {
  document.querySelector("#root")?.remove();
  const root = document.createElement("div");
  root.id = "root";
  root.innerHTML = `<div data-menu="open"><button role="tab" type="button">Abertos</button><button role="tab" type="button">Fechados</button>
    <div class="overflow-y-auto"><ul style="height: ${tickets.length * 77}px"></ul></div></div>`;
  const list = root.querySelector("ul");
  for (const [at, { id, text }] of tickets.entries()) {
    const row = document.createElement("li");
    row.style.transform = `translateY(${at * 77}px)`;
    row.innerHTML = `<div><a></a></div>`;
    row.querySelector("div")?.setAttribute("data-row", id);
    const link = row.querySelector("a");
    link?.setAttribute("href", `/tickets/${id}`);
    link?.append(text);
    list?.append(row);
  }
  document.body.append(root);
  return root;
}
