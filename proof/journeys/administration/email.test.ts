import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { seriousViolations } from "../desk/access.ts";
import { type Agent, agent } from "../desk/agent.ts";
import { desktop, phone, press, screenshot } from "../desk/browser.ts";
import { sandbox } from "../desk/new-company.ts";
import { usually } from "../desk/sizes.ts";

const noFaults = { refuse: "", defer: "", breakAt: null, breaks: 0, refuseLogin: false };
beforeEach(async () => void (await sandbox("/mail-faults", noFaults)));

type Mail = { to: string; subject: string };
const arrived = async (subject: string) =>
  (await sandbox<Mail[]>("/mails"))
    .filter((mail) => mail.subject === subject)
    .map(({ to }) => to)
    .sort();

const editor = (page: Page) => page.getByRole("form", { name: "Novo e-mail" });
const mail = (page: Page, subject: string) => page.getByRole("article", { name: subject });
const row = (page: Page, subject: string) => page.getByRole("tabpanel").getByRole("button", { name: subject });
const recipient = (page: Page, address: string) =>
  page.getByRole("region", { name: "Para quem" }).getByRole("listitem").filter({ hasText: address });

async function writeMail({ page }: Agent, { to, subject }: { to: string; subject: string }) {
  const field = editor(page).getByLabel("Para", { exact: true });
  await field.fill(to);
  await field.press("Enter");
  await editor(page).getByLabel("Assunto", { exact: true }).fill(subject);
  await editor(page).getByLabel("Mensagem", { exact: true }).fill("No dia 5 abrimos o forno grande às 10h.");
}

const sizes = [
  ["desktop", desktop],
  ["phone", phone],
] as const;

test.each(usually("desktop", sizes))(
  "a mail to three people of whom the server refuses one, until it is sent again (%s)",
  async (size, viewport) => {
    const [subject, refused] = [`Convite ${size}`, `recusado-${size}@exemplo.com.br`];
    const marina = await agent("admin@demo.example", { viewport });
    const { page } = marina;
    await sandbox("/mail-faults", { refuse: refused });
    await page.goto("/Email");
    await writeMail(marina, { to: `gi@exemplo.com.br, lucas@exemplo.com.br; ${refused} yara@exemplo,com`, subject });
    await editor(page).getByText("yara@exemplo,com não é um e-mail: há uma vírgula no lugar do ponto.").waitFor();
    await screenshot(page, `email-write-${size}`);
    expect(await seriousViolations(page)).toEqual([]);
    // A reload keeps what was written.
    await page.reload();
    expect(await editor(page).getByLabel("Assunto", { exact: true }).inputValue()).toBe(subject);
    await press(editor(page).getByRole("button", { name: "Remover yara@exemplo,com" }));
    await press(editor(page).getByRole("button", { name: "Enviar para 3" }));
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Enviar para 3" }));

    await mail(page, subject).getByText("O e-mail não saiu para 1 endereço.").waitFor();
    await recipient(page, "gi@exemplo.com.br")
      .getByText(/^Enviado/)
      .waitFor();
    await recipient(page, "lucas@exemplo.com.br")
      .getByText(/^Enviado/)
      .waitFor();
    await recipient(page, refused).getByText("Não saiu").waitFor();
    await recipient(page, refused)
      .getByText(/recusou este endereço.*550/)
      .waitFor();
    expect(await arrived(subject)).toEqual(["gi@exemplo.com.br", "lucas@exemplo.com.br"]);
    await screenshot(page, `email-refused-${size}`);
    expect(await seriousViolations(page)).toEqual([]);

    await sandbox("/mail-faults", noFaults);
    await press(mail(page, subject).getByRole("button", { name: "Tentar de novo" }));
    await recipient(page, refused)
      .getByText(/^Enviado/)
      .waitFor();
    expect(await arrived(subject)).toEqual(["gi@exemplo.com.br", "lucas@exemplo.com.br", refused]);
    await press(mail(page, subject).getByRole("button", { name: "Fechar" }));
    await row(page, subject).getByText("3 enviados").waitFor();
    await screenshot(page, `email-sent-${size}`);
    expect(await seriousViolations(page)).toEqual([]);
    await marina.context.close();
  },
  120_000,
);

test.each(usually("phone", sizes))(
  "a scheduled mail is changed, cancelled, and another one sent at once (%s)",
  async (size, viewport) => {
    const [first, second] = [`Reajuste ${size}`, `Nota fiscal ${size}`];
    const marina = await agent("admin@demo.example", { viewport });
    const { page } = marina;
    await page.goto("/EmailScheduler");
    await writeMail(marina, { to: "ana@exemplo.com.br", subject: first });
    await screenshot(page, `email-schedule-${size}`);
    await press(editor(page).getByRole("button", { name: "Agendar" }));
    await mail(page, first)
      .getByText(/^Sai em/)
      .waitFor();
    await press(mail(page, first).getByRole("button", { name: "Editar" }));
    await editor(page).getByLabel("Assunto", { exact: true }).fill(second);
    await press(editor(page).getByRole("button", { name: "Agendar" }));
    await mail(page, second)
      .getByText(/^Sai em/)
      .waitFor();
    await press(mail(page, second).getByRole("button", { name: "Cancelar envio" }));
    await press(page.getByRole("alertdialog").getByRole("button", { name: "Cancelar envio" }));
    await recipient(page, "ana@exemplo.com.br").getByText("Cancelado").waitFor();
    await screenshot(page, `email-cancelled-${size}`);
    expect(await seriousViolations(page)).toEqual([]);

    // The same text for the same people, as a mail of its own.
    await press(mail(page, second).getByRole("button", { name: "Enviar de novo para…" }));
    await press(editor(page).getByRole("button", { name: "Enviar", exact: true }));
    await recipient(page, "ana@exemplo.com.br")
      .getByText(/^Enviado/)
      .waitFor();
    expect(await arrived(second)).toEqual(["ana@exemplo.com.br"]);
    expect(await arrived(first)).toEqual([]);
    await marina.context.close();
  },
  120_000,
);
