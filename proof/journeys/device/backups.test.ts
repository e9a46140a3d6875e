import pg from "pg";
import { expect, inject, onTestFinished } from "vitest";
import { check, testDisplayModes } from "../desk/access.ts";
import { press } from "../desk/browser.ts";

/** Runs a statement as the program that makes the backups would; the journeys' desk has no `BACKUP_DIR`. */
async function inDatabase(statement: string): Promise<void> {
  const desk = new pg.Client(inject("ownerUrl"));
  await desk.connect();
  await desk.query(statement);
  await desk.end();
}

testDisplayModes(
  "a super user sees that no backup is planned, how the last one went, and why one failed",
  { email: "admin@demo.example", path: "/settings", usual: "claro" },
  async ({ page }, { name }) => {
    onTestFinished(() => inDatabase("delete from backup_plan"));
    const openTab = async () => {
      await page.goto("/settings");
      await press(page.getByRole("tab", { name: "Backups", exact: true }));
    };
    await openTab();
    await page.getByText(/^Nenhum backup está planejado\. Defina BACKUP_DIR/).waitFor();
    await check(page, `settings-backups-none-${name}`);

    await inDatabase(`insert into backup_plan (id, folder, at, owner, lease_until, planned_since, newest_at, kept,
        finished_at, is_good, duration_ms, bytes, rows, files, linked)
      values ('plan', '/var/lib/balcao-backups', '03:00', 'a program', now() + interval '1 hour', now(), now() - interval '2 hours', 13,
        now() - interval '1 hour', true, 83000, 3650722202, 215004, 1802, 1790)`);
    await openTab();
    await page.getByText(/^O último backup está completo/).waitFor();
    const facts = page.getByRole("region", { name: "Backups", exact: true });
    await facts.getByText("/var/lib/balcao-backups").waitFor();
    await facts.getByText("Todo dia às 03:00, horário de Brasília").waitFor();
    await check(page, `settings-backups-good-${name}`);
    expect(await facts.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);

    await inDatabase("update backup_plan set is_good = false, failure = 'no_space'");
    await openTab();
    await page.getByText(/^O último backup falhou .* não há espaço no disco dos backups\./).waitFor();
    await check(page, `settings-backups-failed-${name}`);
  },
);
