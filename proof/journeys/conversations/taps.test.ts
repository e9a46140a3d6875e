import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { vasePng } from "../../../bin/demo/demo-media.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { phone } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { setMicrophone } from "../desk/microphone.ts";

/** Taps of each job on a phone, from the list: the best possible, and at most one more. */
const maxTaps = {
  accept: 2,
  reply: 4,
  photo: 5,
  voice: 3,
  quickReply: 5,
  note: 4,
  tag: 4,
  transfer: 5,
  search: 3,
  resolve: 2,
} as const;
type Job = keyof typeof maxTaps;

/** Counts the taps of one job. */
function counter() {
  let taps = 0;
  return {
    async tap(target: Locator) {
      await target.first().tap();
      taps += 1;
    },
    /** A choice in a window of the system counts as a tap. */
    chose() {
      taps += 1;
    },
    get taps() {
      return taps;
    },
  };
}

const toList = async (ana: Agent) => {
  await ana.page.goto("/tickets");
  await ana.list().waitFor();
};

test("phone: each of the ten daily jobs takes at most one tap more than the best possible", async () => {
  const name = "Teca Toques";
  const [ana, writer] = await Promise.all([agent("ana@demo.example", { viewport: phone }), customer(name)]);
  const { page } = ana;
  const counts: Partial<Record<Job, number>> = {};
  await writer.writes("Vocês têm a moringa azul?");
  const button = (label: string | RegExp) => page.getByRole("button", { name: label }).locator("visible=true");
  const item = (label: string) => page.getByRole("menuitem", { name: label });
  const field = () => page.getByRole("textbox", { name: `Mensagem para ${name}` });
  const open = async ({ tap }: ReturnType<typeof counter>) => {
    await ana.reach(name);
    await tap(ana.row(name));
    await field().waitFor();
  };

  const accept = counter();
  await accept.tap(page.getByRole("tab", { name: /Aguardando/ }));
  await ana.reach(name, ana.acceptButton(name));
  await accept.tap(ana.acceptButton(name));
  await ana.log().getByText("moringa azul").waitFor();
  counts.accept = accept.taps;

  await toList(ana);
  await ana.attending();
  const reply = counter();
  await open(reply);
  await reply.tap(field());
  await page.keyboard.insertText("Temos sim.");
  await reply.tap(button("Enviar"));
  await ana.log().getByText("Temos sim.").waitFor();
  counts.reply = reply.taps;

  await toList(ana);
  const photo = counter();
  await open(photo);
  const chooser = page.waitForEvent("filechooser");
  await photo.tap(button("Anexar"));
  await photo.tap(item("Arquivo"));
  await (await chooser).setFiles({ name: "vaso.png", mimeType: "image/png", buffer: vasePng() });
  photo.chose();
  await button("Remover vaso.png").first().waitFor();
  await photo.tap(button("Enviar"));
  await expect.poll(() => button("Remover vaso.png").count()).toBe(0);
  counts.photo = photo.taps;

  await toList(ana);
  await setMicrophone(page, "hums");
  const voice = counter();
  await open(voice);
  await voice.tap(button("Gravar áudio"));
  await expect.poll(() => page.getByRole("timer").textContent()).toBe("0:03");
  await voice.tap(button("Enviar áudio"));
  await ana.log().getByRole("button", { name: "Ouvir áudio" }).first().waitFor();
  counts.voice = voice.taps;

  await toList(ana);
  const quick = counter();
  await open(quick);
  await quick.tap(button("Anexar"));
  await quick.tap(item("Respostas rápidas"));
  await quick.tap(page.getByRole("option"));
  await quick.tap(button("Enviar"));
  await expect.poll(() => field().inputValue()).toBe("");
  counts.quickReply = quick.taps;

  await toList(ana);
  const note = counter();
  await open(note);
  await note.tap(button("Anexar"));
  await note.tap(item("Observação"));
  await page.keyboard.insertText("Cliente prefere a tarde");
  await note.tap(button("Guardar observação"));
  counts.note = note.taps;

  await toList(ana);
  const search = counter();
  await search.tap(page.getByRole("tab", { name: /Busca/ }));
  await page.getByRole("searchbox").first().fill("moringa azul");
  await search.tap(page.getByRole("link", { name: new RegExp(name) }));
  await ana.log().getByText("moringa azul").first().waitFor();
  counts.search = search.taps;

  await toList(ana);
  await ana.attending();
  const tag = counter();
  await open(tag);
  await tagOrcamento(page, tag);
  counts.tag = tag.taps;

  await toList(ana);
  const transfer = counter();
  await open(transfer);
  await transferToQueue(page, transfer);
  counts.transfer = transfer.taps;

  const other = await customer("Rita Resolvida");
  await other.writes("Obrigada!");
  await toList(ana);
  await ana.waiting();
  await ana.accept("Rita Resolvida");
  await page.getByRole("textbox", { name: "Mensagem para Rita Resolvida" }).waitFor();
  await toList(ana);
  await ana.attending();
  const resolve = counter();
  await ana.reach("Rita Resolvida");
  await resolve.tap(ana.row("Rita Resolvida"));
  await resolve.tap(button("Resolver"));
  await page
    .getByText(/Rita Resolvida.*resolvid/i)
    .first()
    .waitFor();
  counts.resolve = resolve.taps;

  console.log("taps", JSON.stringify(counts));
  for (const [job, most] of Object.entries(maxTaps)) {
    expect(counts[job as Job], job).toBeLessThanOrEqual(most);
    expect(counts[job as Job], job).toBeGreaterThan(0);
  }
  await ana.context.close();
});

async function tagOrcamento(page: Page, { tap }: ReturnType<typeof counter>) {
  await tap(page.getByRole("button", { name: /^Dados do contato/ }).locator("visible=true"));
  await tap(page.getByRole("button", { name: "Tag", exact: true }).locator("visible=true"));
  await tap(page.getByRole("option"));
}

async function transferToQueue(page: Page, { tap }: ReturnType<typeof counter>) {
  await tap(page.getByRole("button", { name: "Mais ações" }).locator("visible=true"));
  await tap(page.getByRole("menuitem", { name: "Transferir" }));
  const dialog = page.getByRole("dialog");
  await tap(dialog.getByRole("group").getByRole("button", { name: /Suporte|Vendas|Financeiro/ }));
  await tap(dialog.getByRole("button", { name: "Transferir" }));
  await expect.poll(() => dialog.count()).toBe(0);
}

/** Presses keys one after the other and returns how many. */
async function keys(page: Page, ...pressed: string[]): Promise<number> {
  for (const key of pressed) await page.keyboard.press(key);
  return pressed.length;
}

test("keyboard: accept takes at most 3 presses from a fresh page, and the composer is back after a note with at most 2", async () => {
  const name = "Kátia Teclas";
  const [ana, writer] = await Promise.all([agent("ana@demo.example"), customer(name)]);
  const { page } = ana;
  await writer.writes("Bom dia");
  await ana.waiting();
  await ana.reach(name, ana.acceptButton(name));
  await page.goto("/tickets");
  await page.getByRole("button", { name: "Aceitar a próxima" }).waitFor();
  const accepted = await keys(page, "a");
  await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
  expect(accepted).toBeLessThanOrEqual(3);

  // From an open conversation, whose composer has the focus: leave it, show who waits, accept the first one.
  const second = await customer("Lia Teclas");
  await second.writes("Oi");
  await ana.waiting();
  await ana.reach("Lia Teclas", ana.acceptButton("Lia Teclas"));
  const before = page.url();
  await page.reload();
  // The kept screen, which is drawn first, takes text and taps but no shortcuts.
  await page.locator("#root:not([aria-busy])").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  let presses = await keys(page, "Escape", "w");
  await ana.reach("Lia Teclas", ana.acceptButton("Lia Teclas"));
  presses += await keys(page, "a");
  expect(presses).toBeLessThanOrEqual(3);
  await expect.poll(() => page.url()).not.toBe(before);

  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.press("Alt+m");
  await page.keyboard.type("Prefere a tarde");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const composer = page.getByRole("textbox", { name: /^Mensagem para/ });
  expect(await composer.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await composer.inputValue()).toBe("");

  // A transfer by keyboard alone; an Enter that comes too early presses nothing underneath.
  await page.keyboard.type("meio escrito");
  await page.keyboard.press("Alt+t");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("heading").waitFor();
  // The dialog hides what is below it from roles.
  const below = page.getByRole("textbox", { name: /^Mensagem para/, includeHidden: true });
  expect(await below.inputValue()).toBe("meio escrito");
  await page.keyboard.press("Escape");
  await ana.context.close();
});
