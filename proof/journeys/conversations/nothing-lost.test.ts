import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { vasePng } from "../../../bin/demo/demo-media.ts";
import { type Agent, agent, at } from "../desk/agent.ts";
import { appIsStored, desktop, phone, press, screenshot, signIn } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { killBrowser, openProfile, sessionIsOnDisk } from "../desk/killed-browser.ts";
import { setMicrophone, takeMicrophone } from "../desk/microphone.ts";
import { usually } from "../desk/sizes.ts";

const sizes = [
  { size: "phone", viewport: phone },
  { size: "desktop", viewport: desktop },
] as const;

/** How often a conversation was begun under each name: a second attempt is another customer. */
const begun = new Map<string, number>();

/** A customer has written, and Ana has accepted the ticket. */
async function conversation(called: string, viewport: typeof phone) {
  const attempt = (begun.get(called) ?? 0) + 1;
  begun.set(called, attempt);
  const name = attempt === 1 ? called : `${called} ${attempt}`;
  const [ana, writer] = await Promise.all([agent("ana@demo.example", { viewport }), customer(name)]);
  await writer.writes("Pode me explicar?");
  await ana.waiting();
  await ana.accept(name);
  await ana.log().getByText("Pode me explicar?").waitFor();
  await appIsStored(ana.page);
  return { ana, writer, name };
}

const recording = (page: Page) => page.getByRole("region", { name: "Gravação de áudio" });
const timer = (page: Page) => recording(page).getByRole("timer");
const kept = (page: Page) => recording(page).getByRole("button", { name: "Ouvir áudio" });
const seconds = async (page: Page) => {
  const [minutes = 0, rest = 0] = ((await timer(page).textContent()) ?? "").split(":").map(Number);
  return 60 * minutes + rest;
};
const row = ({ page }: Agent, name: string) => page.locator("[data-row]").filter({ hasText: name }).first();
/** The line of a ticket in the list, also when others have pushed it down. */
async function lineOf(ana: Agent, name: string): Promise<Locator> {
  await ana.reach(name);
  return row(ana, name);
}
const note = (page: Page) => page.getByRole("textbox", { name: "Escreva uma observação" }).locator("visible=true");

async function record(page: Page, until: number): Promise<void> {
  await setMicrophone(page, "hums");
  const begin = page.getByRole("button", { name: "Gravar áudio" });
  const goOn = recording(page).getByRole("button", { name: "Continuar gravando" }).locator("visible=true");
  await press(begin.or(goOn).first());
  await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(until);
}

/** Goes to the list, by the ways that leave a conversation. */
const leave = {
  back: async ({ page, attending }: Agent) => {
    // The first "back" stops the recording, the second one leaves.
    await page.goBack();
    await kept(page).waitFor();
    await page.goBack();
    await attending();
  },
  arrow: async ({ page, attending }: Agent) => {
    await press(page.getByRole("button", { name: "Voltar", exact: true }));
    await attending();
  },
};

async function reopen(ana: Agent, name: string): Promise<void> {
  await ana.reach(name);
  await press(ana.row(name).first());
}

test("phone: a recording stays when it is left by back, arrow, reload and a call, and is sent once", async () => {
  const { ana, writer, name } = await conversation("Rosa Gravada", phone);
  const { page } = ana;
  await record(page, 2);
  await leave.back(ana);
  await (await lineOf(ana, name)).getByText(/áudio 0:0\d/).waitFor();
  await screenshot(page, "nothing-lost-list-phone");

  await reopen(ana, name);
  await kept(page).waitFor();
  await screenshot(page, "nothing-lost-voice-phone");
  const before = await seconds(page);
  await record(page, before + 2);
  await leave.arrow(ana);
  await (await lineOf(ana, name)).getByText(/áudio 0:0\d/).waitFor();

  await reopen(ana, name);
  await kept(page).waitFor();
  const second = await seconds(page);
  expect(second).toBeGreaterThanOrEqual(before + 2);
  await record(page, second + 2);
  await page.reload();
  await kept(page).waitFor();
  // At most the last second is lost.
  expect(await seconds(page)).toBeGreaterThanOrEqual(second + 1);

  const third = await seconds(page);
  await record(page, third + 1);
  await takeMicrophone(page);
  await kept(page).waitFor();

  await ana.context.setOffline(true);
  await recording(page)
    .getByRole("button", { name: /Guardar na fila/ })
    .tap();
  await ana.log().getByRole("button", { name: "Ouvir áudio" }).waitFor();
  await expect.poll(() => recording(page).count()).toBe(0);
  await page.goBack();
  await expect.poll(() => row(ana, name).getByText("Rascunho:").count()).toBe(0);
  await ana.context.setOffline(false);
  await expect
    .poll(async () => (await writer.received()).map(({ type, receivedCount }) => [type, receivedCount]))
    .toEqual([["audio", 1]]);
  await ana.context.close();
});

test("desktop: a recording stays after Escape and another conversation, and comes back when its deletion is undone", async () => {
  const { ana, name } = await conversation("Rui Gravado", desktop);
  const { page } = ana;
  await record(page, 2);
  await page.keyboard.press("Escape");
  await kept(page).waitFor();
  await screenshot(page, "nothing-lost-voice-desktop");
  await record(page, 4);
  const other = await customer("Outra Conversa");
  await other.writes("Oi");
  await ana.waiting();
  await ana.accept("Outra Conversa");
  await ana.log().getByText("Oi", { exact: true }).waitFor();
  await ana.attending();
  await (await lineOf(ana, name)).getByText(/áudio 0:0\d/).waitFor();
  await reopen(ana, name);
  await kept(page).waitFor();
  await recording(page).getByRole("button", { name: "Descartar" }).click();
  await ana.composer().waitFor();
  await page.getByRole("button", { name: "Desfazer" }).click();
  await kept(page).waitFor();
  await ana.context.close();
});

test("a recording of a killed browser loses at most its last second", async () => {
  const folder = await mkdtemp(join(tmpdir(), "killed-recording-"));
  const writer = await customer("Célia Caída");
  await writer.writes("Pode me explicar?");
  const before = await openProfile(folder);
  const ana = at(await signIn(before, "ana@demo.example"), before);
  await ana.waiting();
  await ana.accept("Célia Caída");
  await ana.composer().waitFor();
  // Without its cookie the restarted browser is signed out, and the recording waits sealed for the next sign-in.
  await sessionIsOnDisk(folder);
  await record(ana.page, 4);
  const address = ana.page.url();
  await killBrowser(before, folder);
  const after = await openProfile(folder);
  const page = await after.newPage();
  await page.goto(address);
  await kept(page).waitFor();
  expect(await seconds(page)).toBeGreaterThanOrEqual(3);
  await after.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(usually("phone", sizes))(
  "$size: a photo with its caption stays after back and reload, without a network, and is sent once",
  async ({ viewport, size }) => {
    const { ana, writer, name } = await conversation(`Foto no ${size}`, viewport);
    const { page } = ana;
    await ana.context.setOffline(true);
    const chooser = page.waitForEvent("filechooser");
    await ana.attach("Arquivo");
    await (await chooser).setFiles({ name: "vaso.png", mimeType: "image/png", buffer: vasePng() });
    const photo = page.getByRole("list", { name: "Enviar 1 arquivo" });
    await photo.getByText("Foto").waitFor();
    await ana.composer().fill("fica assim com o logo");
    await photo.getByText("Foto com legenda").waitFor();
    await screenshot(page, `nothing-lost-photo-${size}`);
    await page.goBack();
    await ana.attending();
    await (await lineOf(ana, name)).getByText("foto, “fica assim com o logo”").waitFor();
    await page.reload();
    await ana.attending();
    await (await lineOf(ana, name)).getByText("foto, “fica assim com o logo”").waitFor();
    await reopen(ana, name);
    await photo.getByText("Foto com legenda").waitFor();
    expect(await ana.composer().inputValue()).toBe("fica assim com o logo");
    await press(page.getByRole("button", { name: "Guardar na fila", exact: true }));
    await ana.log().getByText("fica assim com o logo").first().waitFor();
    await expect.poll(() => photo.count()).toBe(0);
    await ana.context.setOffline(false);
    await expect
      .poll(async () => (await writer.received()).map(({ type, receivedCount }) => [type, receivedCount]))
      .toEqual([["image", 1]]);
    expect((await writer.received())[0]?.body).toContain("fica assim com o logo");
    await ana.context.close();
  },
);

test.each(usually("phone", sizes))(
  "$size: a half-written note stays beside the kept reply, and never reaches the customer",
  async ({ viewport, size }) => {
    const { ana, writer, name } = await conversation(`Nota no ${size}`, viewport);
    const { page } = ana;
    await ana.composer().fill("Pode deixar a caixa com o porteiro");
    if (size === "phone") {
      await press(page.getByRole("button", { name: "Anexar" }));
      await press(page.getByRole("menuitem", { name: "Observação" }));
    } else await page.keyboard.press("Alt+m");
    await note(page).waitFor();
    await note(page).fill("Cliente prefere coleta de manhã");
    await page
      .getByText(/esposta está guardada|Resposta guardada/)
      .locator("visible=true")
      .first()
      .waitFor();
    await screenshot(page, `nothing-lost-note-${size}`);
    await ana.context.setOffline(true);
    await page.reload();
    await note(page).waitFor();
    await expect.poll(() => note(page).inputValue()).toBe("Cliente prefere coleta de manhã");

    // "Back" closes the note and shows the reply, each with its own text.
    await page.goBack();
    await ana.composer().waitFor();
    expect(await ana.composer().inputValue()).toBe("Pode deixar a caixa com o porteiro");
    await press(page.getByRole("button", { name: /^Voltar a ela/ }));
    await press(page.getByRole("button", { name: "Guardar observação" }));
    await expect.poll(() => note(page).inputValue()).toBe("");
    await page.goBack();
    await press(page.getByRole("button", { name: "Guardar na fila", exact: true }));
    await ana.log().getByText("Pode deixar a caixa").first().waitFor();
    await page.goBack();
    await ana.attending();
    await expect
      .poll(() =>
        row(ana, name)
          .getByText(/Rascunho:|Observação:/)
          .count(),
      )
      .toBe(0);
    await ana.context.setOffline(false);
    await expect
      .poll(async () => (await writer.received()).map(({ body }) => body.split("\n").at(-1)))
      .toEqual(["Pode deixar a caixa com o porteiro"]);
    await ana.context.close();
  },
);

/** Everything that is readable in the databases of the page, as text. */
const readable = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: Record<string, string> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const rows = [];
      for (const store of database.objectStoreNames)
        rows.push(await done(database.transaction(store).objectStore(store).getAll()));
      found[name] = JSON.stringify(rows);
      database.close();
    }
    return found;
  });

test("a session that ends from elsewhere leaves nothing readable, and its unsent note comes back at the next sign-in", async () => {
  const { ana, name } = await conversation("Sigilo Serra", desktop);
  const { page } = ana;
  await page.keyboard.press("Alt+m");
  await note(page).waitFor();
  await note(page).fill("O portão fica na rua de trás");
  const address = page.url();
  await expect.poll(async () => JSON.stringify(await readable(page))).toContain("O portão fica na rua de trás");
  expect(JSON.stringify(await readable(page))).toContain("Pode me explicar?");
  const second = await agent("ana@demo.example");
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "Entrar" }).waitFor();
  await expect
    .poll(async () => Object.keys(await readable(page)).filter((base) => !base.startsWith("balcao-outbox-")))
    .toEqual([]);
  expect(JSON.stringify(await readable(page))).not.toMatch(/portão|explicar|Sigilo/);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/unsentKey|owedLeaving|Sigilo/);
  await second.context.close();

  const again = await signIn(ana.context, "ana@demo.example");
  await again.goto(address);
  await again.getByRole("region", { name: `Conversa com ${name}` }).waitFor();
  await expect.poll(() => note(again).inputValue()).toBe("O portão fica na rua de trás");
  await ana.context.close();
});
