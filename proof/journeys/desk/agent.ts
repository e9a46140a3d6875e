import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser, phone, press, signIn } from "./browser.ts";

type Options = Parameters<typeof openBrowser>[0];

/** Time in which a list is drawn after its tab was pressed. */
const DRAWN_MS = 1_500;

/** Signs a user in at the tickets screen and returns their actions. */
export async function agent(email: string, options: Options = {}) {
  const context = await openBrowser(options);
  const page = await signIn(context, email);
  return at(page, context, options.viewport === phone);
}

/** Returns the same user's actions in another page of the same browser. */
export function at(page: Page, context: BrowserContext, onPhone = false) {
  const records = onPhone ? page.locator("[data-records] > li") : page.getByRole("row");
  const list = () =>
    page.getByRole("region", { name: "Lista de atendimentos" }).or(page.getByLabel("Lista de atendimentos")).first();
  return {
    page,
    context,
    list,
    async waiting() {
      await press(page.getByRole("tab", { name: /Abertos/ }).first());
      await press(page.getByRole("tab", { name: /Aguardando/ }).first());
    },
    async attending() {
      await press(page.getByRole("tab", { name: /Abertos/ }).first());
      await press(page.getByRole("tab", { name: /Atendendo/ }).first());
    },
    acceptButton: (name: string) => page.getByRole("button", { name: `Aceitar ${name}` }),
    row: (name: string) => page.getByRole("link", { name, exact: true }),
    /**
     * Scrolls to a row: the list renders only visible rows, and other journeys may have pushed the row further down. A
     * list that is not drawn yet would scroll the one before, which keeps its position.
     */
    async reach(name: string, row = page.getByRole("link", { name, exact: true }).first()) {
      await row.waitFor({ timeout: DRAWN_MS }).catch(() => {}); // it is further down
      if (!onPhone) await list().hover();
      const isReached = async () => {
        if (await row.isVisible()) return true;
        // From the end it starts again: rows that arrive while it scrolls may be above.
        const isEnd = await list().evaluate((rows) => {
          const pane = rows.parentElement;
          if (!pane || pane.scrollTop === 0 || pane.scrollTop + pane.clientHeight < pane.scrollHeight - 1) return false;
          pane.scrollTo(0, 0);
          return true;
        });
        if (!isEnd && onPhone) await list().evaluate((rows) => rows.parentElement?.scrollBy(0, 300));
        else if (!isEnd) await page.mouse.wheel(0, 300);
        return row.isVisible();
      };
      await expect.poll(isReached, { interval: 150 }).toBe(true);
      await row.waitFor();
    },
    async accept(name: string) {
      const button = page.getByRole("button", { name: `Aceitar ${name}` });
      await this.reach(name, button);
      await press(button);
    },
    async open(name: string) {
      await this.reach(name);
      await press(page.getByRole("link", { name, exact: true }).first());
      await page.getByRole("textbox", { name: `Mensagem para ${name}` }).waitFor();
    },
    log: () => page.getByRole("log"),
    composer: () => page.getByRole("textbox", { name: /^Mensagem para/ }),
    async reply(text: string) {
      const box = page.getByRole("textbox", { name: /^Mensagem para/ });
      if (onPhone) {
        await press(box);
        await page.keyboard.insertText(text);
        await press(page.getByRole("button", { name: /^(Enviar|Guardar na fila)/ }));
      } else {
        await box.fill(text);
        await box.press("Enter");
      }
      await page.getByRole("log").getByText(text).first().waitFor();
    },
    async attach(what: "Arquivo" | "Contato" | "Localização") {
      await press(page.getByRole("button", { name: "Anexar" }));
      await press(page.getByRole("menuitem", { name: what }));
    },
    async attachPicture(bytes: Buffer, caption: string) {
      const chooser = page.waitForEvent("filechooser");
      await this.attach("Arquivo");
      await (await chooser).setFiles({ name: "vaso.png", mimeType: "image/png", buffer: bytes });
      await page.getByRole("button", { name: "Remover vaso.png" }).waitFor();
      await this.composer().fill(caption);
      await press(page.getByRole("button", { name: /^(Enviar|Guardar na fila)/ }));
    },
    /** A record of an administration list: a table row, on phones a row that opens a sheet. */
    record: (name: string) => records.filter({ hasText: name }),
    /** Presses an action of a record by its full name: an icon of the table row, on phones an entry of the sheet. */
    async act(name: string, action: string) {
      if (onPhone) await press(records.filter({ hasText: name }).getByRole("button").first());
      await press(page.getByRole("button", { name: action, exact: true }));
    },
    /** The chip with the synchronization status. */
    chip: (text: string | RegExp) =>
      page
        .getByRole("status")
        .filter({ hasText: text })
        .or(page.getByRole("button", { name: text }))
        .first(),
    async synced() {
      await expect.poll(() => page.getByText("Tudo em dia").first().isVisible()).toBe(true);
    },
    onPhone,
  };
}
export type Agent = Awaited<ReturnType<typeof agent>>;
