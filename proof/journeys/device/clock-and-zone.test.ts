import { expect, test } from "vitest";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { usually } from "../desk/sizes.ts";

const HOUR_MS = 3_600_000;
const SAO_PAULO = "America/Sao_Paulo";
const MANAUS = "America/Manaus";
/** A day ahead, and not by whole hours: an hour of the wrong clock is never one of the right clock. */
const AHEAD_MS = 26 * HOUR_MS + 17 * 60_000;

/** Returns the local minute that long from now, "YYYY-MM-DDTHH:mm". */
function localMinute(afterMs: number, timeZone: string): string {
  const options = { timeZone, dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(Date.now() + afterMs).replace(" ", "T");
}
/** Returns the times "HH:mm" of the last minutes and of the next one: a minute may pass between a step and its check. */
const timesAround = (afterMs: number, timeZone: string) =>
  [-180_000, -120_000, -60_000, 0, 60_000].map((ms) => localMinute(afterMs + ms, timeZone).slice(11));

const clockNotice = ({ page }: Agent) => page.getByText(/^O relógio deste aparelho está 1 dia adiantado/);
const zoneLine = ({ page }: Agent) => page.getByText("Horários desta tela: horário de Brasília");

test.each(
  usually("phone", [
    { name: "desktop", viewport: desktop },
    { name: "phone", viewport: phone },
  ]),
)(
  "an agent in Manaus whose clock is a day off plans in the company's zone and reads the server's days: $name",
  async ({ name, viewport }) => {
    const contact = `Relojoaria ${name}`;
    const guest = await customer(contact);
    await guest.writes("Bom dia!");
    const ana = await agent("ana@demo.example", { viewport, timeZone: MANAUS, clockAheadMs: AHEAD_MS });

    await clockNotice(ana).waitFor();
    await ana.waiting();
    await ana.reach(contact);
    const row = ana.page
      .locator("[data-row]")
      .filter({ has: ana.row(contact) })
      .first();
    expect(await row.getAttribute("data-overdue")).toBeNull();
    await ana.accept(contact);
    await ana.reply("Já vejo!");
    await ana
      .log()
      .getByText(/^Hoje, /)
      .first()
      .waitFor();
    expect(
      await ana
        .log()
        .getByText(/^Ontem, /)
        .count(),
    ).toBe(0);
    expect(await ana.log().textContent()).toMatch(new RegExp(timesAround(0, MANAUS).join("|")));
    await screenshot(ana.page, `clock-notice-${name}`);

    const close = ana.page
      .getByRole("status")
      .filter({ has: clockNotice(ana) })
      .getByRole("button", { name: "Fechar" });
    await press(close);
    await clockNotice(ana).waitFor({ state: "hidden" });

    await ana.page.goto("/schedules");
    await zoneLine(ana).waitFor();
    expect(await clockNotice(ana).count()).toBe(0);
    await press(ana.page.getByRole("button", { name: "Novo agendamento" }));
    const dialog = ana.page.getByRole("dialog");
    const time = dialog.getByLabel("Data e hora");
    const offered = await time.inputValue();
    expect(timesAround(HOUR_MS, SAO_PAULO)).toContain(offered.slice(11));
    expect(offered.slice(0, 10)).toBe(localMinute(HOUR_MS, SAO_PAULO).slice(0, 10));
    await dialog.getByRole("combobox", { name: "Contato" }).fill(contact);
    await press(ana.page.getByRole("option", { name: new RegExp(contact) }).first());
    await dialog.getByLabel("Mensagem", { exact: true }).fill("Sua encomenda chegou.");
    const tomorrow = localMinute(24 * HOUR_MS, SAO_PAULO).slice(0, 10);
    await time.fill(`${tomorrow}T10:15`);
    await dialog.getByText("Fuso: horário de Brasília. Neste aparelho: 09:15").waitFor();
    await screenshot(ana.page, `zone-of-a-schedule-${name}`);
    await press(dialog.getByRole("button", { name: "Salvar" }));
    await dialog.waitFor({ state: "hidden" });

    // A colleague in São Paulo with a right clock reads the same hour, and no zone.
    const marina = await agent("admin@demo.example");
    await marina.page.goto("/schedules");
    await press(marina.page.getByRole("button", { name: "Agenda", exact: true }));
    const planned = marina.page.getByRole("row").filter({ hasText: contact });
    await planned.getByText("amanhã, 10:15").first().waitFor();
    expect(await zoneLine(marina).count()).toBe(0);
  },
);
