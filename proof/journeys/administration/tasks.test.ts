import { expect, test } from "vitest";
import { seriousViolations, walkedModes } from "../desk/access.ts";
import { agent } from "../desk/agent.ts";
import { screenshot } from "../desk/browser.ts";

test.each(walkedModes("celular-escuro"))(
  "a task is created, changed and deleted, in this browser only: $name",
  async ({ name, viewport, theme }) => {
    const ana = await agent("ana@demo.example", { viewport, theme });
    const { page, context } = ana;
    await page.goto("/todolist");
    await page.getByText("Nada para fazer").waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    const box = page.getByLabel("Nova tarefa");
    await box.fill("   ");
    await expect.poll(() => page.getByRole("button", { name: "Adicionar" }).isDisabled()).toBe(true);
    await box.fill("  Ligar para Helena ");
    await box.press("Enter");
    await box.fill("Embalar o vaso");
    await box.press("Enter");
    const tasks = page.getByRole("list", { name: "Tarefas" });
    await tasks.getByText("Embalar o vaso").last().waitFor();
    await screenshot(page, `tasks-${name}`);
    expect(await seriousViolations(page)).toEqual([]);

    // Another tab of the browser shows the same list at once.
    const second = await context.newPage();
    await second.goto("/todolist");
    await second.getByRole("list", { name: "Tarefas" }).getByText("Ligar para Helena").last().waitFor();

    await context.setOffline(true);
    await page.getByRole("button", { name: "Editar Ligar para Helena" }).click();
    await page.getByLabel("Texto da tarefa").fill("Ligar para Helena às 10");
    await page.getByLabel("Texto da tarefa").press("Enter");
    await second.getByText("Ligar para Helena às 10").last().waitFor();
    await page.getByRole("button", { name: "Editar Embalar o vaso" }).click();
    await page.getByLabel("Texto da tarefa").fill("Não era isto");
    await page.getByLabel("Texto da tarefa").press("Escape");
    await page.getByRole("button", { name: "Excluir Embalar o vaso" }).click();
    await expect.poll(() => second.getByText("Embalar o vaso").count()).toBe(0);
    await page.getByRole("button", { name: "Desfazer" }).click();
    await second.getByText("Embalar o vaso").last().waitFor();
    await page.getByRole("checkbox", { name: "Concluir Embalar o vaso" }).click();
    await expect.poll(() => second.getByText("Embalar o vaso").count()).toBe(0);
    await page.getByRole("button", { name: "Excluir Ligar para Helena às 10" }).click();
    await second.getByText("Nada para fazer").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("tasks"))).toBe("[]");
    await context.close();
  },
);
