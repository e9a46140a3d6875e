import { expect, onTestFinished, test } from "vitest";
import { at } from "../desk/agent.ts";
import { desktop, phone, press, screenshot, showFailure, signIn } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { openProfile } from "../desk/killed-browser.ts";
import { isSmallDiskPossible, mountSmallDisk } from "../desk/small-disk.ts";

const cases = [
  { device: "desktop", viewport: desktop, name: "Nina Sampaio" },
  { device: "phone", viewport: phone, name: "Noel Sampaio" },
];

test.for(cases)(
  "on a full disk no answer is lost, the desk says so, and goes on when there is space: $device",
  async ({ device, viewport, name }, { skip }) => {
    skip(!isSmallDiskPossible, "this machine does not mount a full disk");
    const disk = mountSmallDisk();
    const context = await openProfile(disk.profile, viewport);
    onTestFinished(async () => {
      await context.close();
      disk.unmount();
    });
    showFailure(context);
    const page = await signIn(context, "ana@demo.example");
    const agent = at(page, context, viewport === phone);
    await agent.synced();
    const them = await customer(name);
    await them.writes("Bom dia, vocês abrem hoje?");
    await agent.waiting();
    await agent.accept(name);
    await agent.composer().waitFor();
    const received = async () => (await them.received()).map(({ body }) => body.slice(body.indexOf("Resposta")));
    const isSaid = () => page.getByText("Este aparelho não está guardando o que você escreve.").isVisible();
    const isShort = () => page.getByText("Libere espaço no aparelho.").isVisible();
    const written: string[] = [];
    // The first ones may find a place: the browser frees what it has cached.
    for (let n = 1; n <= 20 && !(n > 3 && ((await isSaid()) || (await isShort()))); n += 1) {
      disk.fill();
      const text = `Resposta ${n}. Abrimos de segunda a sábado.`;
      written.push(text);
      await agent.composer().fill(text);
      await press(page.getByRole("button", { name: /^Enviar/ }));
      await expect.poll(received).toEqual(written);
      await expect.poll(() => agent.composer().inputValue()).toBe("");
      await agent.log().getByText(`Resposta ${n}.`).first().waitFor();
    }
    if (viewport === phone) await press(page.getByText("Libere espaço no aparelho."));
    await expect.poll(isSaid).toBe(true);
    expect(await page.getByText("Tudo em dia").count()).toBe(0);
    await screenshot(page, `full-disk-online-${device}`);

    await context.setOffline(true);
    await agent.composer().fill("Sem espaço e sem internet");
    await page.getByText(/Sem internet, o que você escreve fica no campo/).waitFor();
    // A phone has no room for it.
    if (viewport === desktop) await page.getByText("Fica no campo", { exact: true }).waitFor();
    await press(page.getByRole("button", { name: /^(Enviar|Guardar na fila)/ }));
    await page.getByText(/Não foi guardado/).waitFor();
    expect(await agent.composer().inputValue()).toBe("Sem espaço e sem internet");
    await screenshot(page, `full-disk-offline-${device}`);

    disk.free();
    await context.setOffline(false);
    await expect.poll(isSaid, { timeout: 90_000 }).toBe(false);
    expect(await agent.composer().inputValue()).toBe("Sem espaço e sem internet");
    await press(page.getByRole("button", { name: /^Enviar/ }));
    written.push("Sem espaço e sem internet");
    await expect.poll(async () => (await them.received()).length).toBe(written.length);
    await page.reload();
    for (const text of written) await agent.log().getByText(text.slice(0, 20)).first().waitFor();
    expect(await received()).toHaveLength(written.length);
  },
);
