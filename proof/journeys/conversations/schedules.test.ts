import pg from "pg";
import { expect, inject, test } from "vitest";
import { seriousViolations, testDisplayModes } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { customer } from "../desk/customer.ts";
import { usually } from "../desk/sizes.ts";

async function schedules(email: string, options: Parameters<typeof agent>[1] = {}): Promise<Agent> {
  const person = await agent(email, options);
  await person.page.goto("/schedules");
  await person.page.getByRole("table").waitFor();
  return person;
}

const dialog = ({ page }: Agent) => page.getByRole("dialog");
const save = (person: Agent) => press(dialog(person).getByRole("button", { name: "Salvar" }));
const event = ({ page }: Agent, name: string) =>
  page.getByRole("button", { name: new RegExp(`^\\d\\d:\\d\\d ${name}, `) });

/** Returns the local minute in the company's time zone, which is also the browser's. */
function localMinute(afterMinutes: number): string {
  const options = { timeZone: "America/Sao_Paulo", dateStyle: "short", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(Date.now() + afterMinutes * 60_000).replace(" ", "T");
}

async function plan(person: Agent, contact: string, body: string, sendAt?: string) {
  await press(person.page.getByRole("button", { name: "Novo agendamento" }));
  await dialog(person).getByRole("combobox", { name: "Contato" }).fill(contact);
  await press(person.page.getByRole("option", { name: new RegExp(contact) }).first());
  await dialog(person).getByLabel("Mensagem", { exact: true }).fill(body);
  if (sendAt) await dialog(person).getByLabel("Data e hora").fill(sendAt);
}

/** Returns the day that many days from now, "YYYY-MM-DD". */
const dayAfter = (days: number) => localMinute(days * 24 * 60).slice(0, 10);
const dayText = (day: string) =>
  new Intl.DateTimeFormat("pt-BR", { day: "numeric", month: "long", timeZone: "UTC" }).format(Date.parse(day));
const dayButton = ({ page }: Agent, day: string) =>
  page.getByRole("button", { name: new RegExp(`^Abrir ${dayText(day)}:`) });
const cell = (person: Agent, day: string) => person.page.getByRole("cell").filter({ has: dayButton(person, day) });

/** Turns to the month of the day. */
async function turnTo(person: Agent, day: string) {
  if ((await dayButton(person, day).count()) === 0) await press(person.page.getByRole("button", { name: "Próximo" }));
  await dayButton(person, day).waitFor();
}

test.each(
  usually("desktop", [
    { name: "desktop", viewport: desktop },
    { name: "phone", viewport: phone },
  ]),
)(
  "a schedule is created, changed and deleted, seen live in a second browser: $name",
  async ({ name, viewport }) => {
    const contact = `Pousada ${name}`;
    const guest = await customer(contact);
    await guest.writes("Bom dia!");
    const marina = await schedules("admin@demo.example", { viewport });
    const ana = await schedules("ana@demo.example");
    await press(marina.page.getByRole("button", { name: "Novo agendamento" }));
    await dialog(marina).getByLabel("Mensagem", { exact: true }).fill("oi");
    await save(marina);
    await dialog(marina).getByText("Mensagem muito curta").waitFor();
    const [error, list] = [dialog(marina).getByText("Obrigatório"), marina.page.getByRole("listbox")];
    await error.waitFor();
    // The open list does not cover the field's error.
    await expect
      .poll(async () => {
        const [above, below] = await Promise.all([error.boundingBox(), list.boundingBox()]);
        return above && below ? below.y >= above.y + above.height || below.y + below.height <= above.y : null;
      })
      .toBe(true);
    await press(dialog(marina).getByRole("button", { name: "Cancelar" }));

    const day = dayAfter(2);
    await plan(marina, contact, "{{firstName}}, a coleta passa amanhã.", `${day}T10:15`);
    await dialog(marina).getByText("Pousada, a coleta passa amanhã.").waitFor();
    await save(marina);
    await marina.page.getByText("Agendamento salvo").waitFor();
    await turnTo(ana, day);
    await event(ana, contact).waitFor();

    // Another user's schedule can be read but not changed.
    await press(event(ana, contact));
    await dialog(ana)
      .getByText(/Marcado para/)
      .waitFor();
    expect(await dialog(ana).getByRole("button", { name: "Salvar" }).count()).toBe(0);
    await press(dialog(ana).getByRole("button", { name: "Fechar" }).last());

    await turnTo(marina, day);
    if (viewport === phone) await press(dayButton(marina, day));
    else {
      // A schedule dragged to another day keeps its time.
      const next = [dayAfter(3), dayAfter(1)];
      const target = (await dayButton(marina, next[0] ?? "").count()) > 0 ? next[0] : next[1];
      await event(marina, contact).dragTo(cell(marina, target ?? ""));
      await cell(marina, target ?? "")
        .getByText("10:15")
        .waitFor();
      await cell(ana, target ?? "")
        .getByText("10:15")
        .waitFor();
    }
    await press(event(marina, contact));
    await dialog(marina).getByLabel("Mensagem", { exact: true }).fill("A coleta passa à tarde.");
    await save(marina);
    await marina.page.getByRole("searchbox").fill("TARDE");
    await marina.record(contact).getByText("A coleta passa à tarde.").waitFor();
    await marina.act(contact, `Excluir agendamento: ${contact}`);
    await press(marina.page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
    await marina.page.getByText("Agendamento excluído").waitFor();
    await expect.poll(() => event(ana, contact).count()).toBe(0);
    await Promise.all([marina.context.close(), ana.context.close()]);
  },
  120_000,
);

test("a due schedule reaches the customer once and can no longer be changed", async () => {
  const iracema = await customer("Iracema Vale");
  await iracema.writes("Avisem quando chegar");
  const marina = await schedules("admin@demo.example");
  await plan(marina, "Iracema Vale", "Chegou, {{firstName}}!", localMinute(0));
  await save(marina);
  await expect.poll(() => gotBy(iracema, "Chegou")).toEqual([["Chegou, Iracema!", 1]]);
  await press(marina.page.getByRole("button", { name: /^\d\d:\d\d Iracema Vale, Enviado/ }));
  await dialog(marina).getByText("Agendamento enviado").waitFor();
  await screenshot(marina.page, "schedule-sent");
  expect(await dialog(marina).getByRole("button", { name: "Salvar" }).count()).toBe(0);
  await marina.context.close();
});

/**
 * Returns the received messages that contain the text, with how often each arrived; the desk may have sent a greeting
 * as well.
 */
async function gotBy(person: Awaited<ReturnType<typeof customer>>, words: string) {
  const received = (await person.received()).filter(({ body }) => body.includes(words));
  return received.map(({ body, receivedCount }) => [body, receivedCount]);
}

async function setPlan(body: string, set: string) {
  const desk = new pg.Client(inject("ownerUrl"));
  await desk.connect();
  // Polls until the new schedule has reached the server.
  const change = async () => (await desk.query(`update schedules set ${set} where body = $1`, [body])).rowCount;
  await expect.poll(change).toBe(1);
  await desk.end();
}

async function forgetPlans(contact: string) {
  const desk = new pg.Client(inject("ownerUrl"));
  await desk.connect();
  await desk.query("delete from schedules where contact_id in (select id from contacts where name = $1)", [contact]);
  await desk.end();
}

/** Simulates a desk that has been down since two days ago. */
const makeTooLate = (body: string) => setPlan(body, "send_at = date_trunc('minute', now()) - interval '2 days'");

test("a schedule that is too late shows why it was not sent, and is sent once with a new time", async () => {
  const jandira = await customer("Jandira Furtado");
  await jandira.writes("Quando fica pronto?");
  const marina = await schedules("admin@demo.example");
  const { page } = marina;
  await plan(marina, "Jandira Furtado", "Ficou pronto ontem, {{firstName}}.", `${dayAfter(1)}T08:00`);
  await save(marina);
  await page.getByText("Agendamento salvo").waitFor();
  await makeTooLate("Ficou pronto ontem, {{firstName}}.");
  await page.getByRole("searchbox").fill("pronto ontem");
  const row = page.getByRole("table", { name: "Agendamentos" }).getByRole("row").filter({ hasText: "Jandira" });
  await row.getByText("Erro de envio").waitFor();
  await press(page.getByRole("button", { name: "Editar agendamento: Jandira Furtado" }));
  await dialog(marina).getByRole("heading", { name: "Erro de envio" }).waitFor();
  await dialog(marina).getByText("O horário já passou há mais de 24 horas.").waitFor();
  await screenshot(page, "schedule-failed");
  expect(await seriousViolations(page)).toEqual([]);
  // Changing the text alone does not schedule it again.
  await dialog(marina).getByLabel("Mensagem", { exact: true }).fill("Já está pronto ontem e hoje, {{firstName}}.");
  await save(marina);
  await row.getByText("Já está pronto").waitFor();
  await row.getByText("Erro de envio").waitFor();
  expect(await gotBy(jandira, "Já está")).toEqual([]);
  await press(page.getByRole("button", { name: "Editar agendamento: Jandira Furtado" }));
  await dialog(marina).getByLabel("Data e hora").fill(localMinute(0));
  await save(marina);
  const got = () => gotBy(jandira, "Já está");
  await expect.poll(got).toEqual([["Já está pronto ontem e hoje, Jandira.", 1]]);
  await row.getByText("Enviado").waitFor();
  await marina.context.close();
});

test("schedules are created, moved and deleted without a network, and reach others once it is back", async () => {
  // A cell shows few schedules: those of a failed attempt would hide the new ones.
  await forgetPlans("Quitéria Prado");
  const quiteria = await customer("Quitéria Prado");
  await quiteria.writes("Quando passam aqui?");
  const marina = await schedules("admin@demo.example");
  const { page, context } = marina;
  const at = ({ page: where }: Agent, time: string) =>
    where.getByRole("button", { name: new RegExp(`^${time} Quitéria Prado, `) });
  const [day, near, far] = [dayAfter(5), dayAfter(4), dayAfter(6)];
  for (const [body, time] of [
    ["Passamos de manhã.", "10:15"],
    ["Passamos à noite.", "21:30"],
  ] as const) {
    await plan(marina, "Quitéria Prado", body, `${day}T${time}`);
    await save(marina);
    await page.getByText("Agendamento salvo").first().waitFor();
  }
  const ana = await schedules("ana@demo.example");
  for (const person of [marina, ana]) {
    await turnTo(person, day);
    await at(person, "21:30").waitFor();
  }
  await marina.synced();
  await context.setOffline(true);
  await page.getByText("segue quando a internet voltar").waitFor();
  const onlyHere = page.getByRole("button", { name: /só neste aparelho$/ });

  await plan(marina, "Quitéria Prado", "Escrito sem internet.", `${day}T07:45`);
  await save(marina);
  await onlyHere.and(at(marina, "07:45")).waitFor();
  const target = (await dayButton(marina, far).count()) > 0 ? far : near;
  await at(marina, "10:15").dragTo(cell(marina, target));
  await cell(marina, target).getByText("10:15").waitFor();
  await press(at(marina, "21:30"));
  await press(dialog(marina).getByRole("button", { name: "Excluir" }));
  await press(page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }));
  await expect.poll(() => at(marina, "21:30").count()).toBe(0);
  await expect.poll(() => onlyHere.count()).toBe(2);
  await screenshot(page, "schedules-offline");
  expect(await seriousViolations(page)).toEqual([]);
  expect([await at(ana, "21:30").count(), await at(ana, "07:45").count()]).toEqual([1, 0]);
  // The device does not have all schedules of past months, and shows a notice.
  for (const _ of [1, 2]) await press(page.getByRole("button", { name: "Anterior" }));
  await page.getByText("Nem tudo deste período está neste aparelho").waitFor();

  await context.setOffline(false);
  await page.getByText("Nem tudo deste período está neste aparelho").waitFor({ state: "hidden" });
  await press(page.getByRole("button", { name: "Hoje", exact: true }));
  await turnTo(marina, day);
  await at(ana, "07:45").waitFor();
  await expect.poll(() => at(ana, "21:30").count()).toBe(0);
  for (const person of [marina, ana]) await cell(person, target).getByText("10:15").waitFor();
  await expect.poll(() => onlyHere.count()).toBe(0);

  // A schedule sent meanwhile can no longer be changed; the author keeps the text they wrote.
  await context.setOffline(true);
  // The notice moves the calendar down.
  await page.getByText("segue quando a internet voltar").waitFor();
  await press(at(marina, "07:45"));
  await dialog(marina).getByLabel("Mensagem", { exact: true }).fill("Escrito tarde demais.");
  await save(marina);
  await onlyHere.and(at(marina, "07:45")).waitFor();
  await setPlan("Escrito sem internet.", "status = 'sent', sent_at = now()");
  await context.setOffline(false);
  const refusal = page.getByRole("status").filter({ hasText: "Este agendamento já foi enviado." });
  await refusal.getByText("Escrito tarde demais.").waitFor();
  await screenshot(page, "schedule-refused");
  await press(refusal.getByRole("button", { name: "Descartar" }));
  await refusal.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^07:45 Quitéria Prado, Enviado$/ }).waitFor();
  await Promise.all([context.close(), ana.context.close()]);
});

testDisplayModes(
  "the calendar can be read and used",
  { email: "admin@demo.example", path: "/schedules", usual: "celular-escuro" },
  async (marina, { name }) => {
    await marina.page.getByRole("table").waitFor();
    const { page } = marina;
    const day = dayAfter(1);
    await plan(marina, "Helena", "Helena, a coleta passa segunda.", `${day}T09:30`);
    await screenshot(page, `schedule-dialog-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await save(marina);
    await page.getByText("Agendamento salvo").waitFor();
    await turnTo(marina, day);
    await screenshot(page, `schedules-${name}`);
    expect(await seriousViolations(page)).toEqual([]);
    await press(dayButton(marina, day));
    for (const view of ["Dia", "Semana", "Agenda"]) {
      await press(page.getByRole("button", { name: view, exact: true }));
      await page.getByText("Helena Sampaio").locator("visible=true").first().waitFor();
      await screenshot(page, `schedules-${view}-${name}`);
      expect(await seriousViolations(page), view).toEqual([]);
    }
    await marina.context.setOffline(true);
    await page.getByText("segue quando a internet voltar").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  },
);
