import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { BackupsWire } from "../../../../contracts/wire/backups.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { answer } from "../../../testing/answers.ts";
import { renderScreen } from "../../../testing/render.tsx";
import { SettingsScreen } from "../../settings/index.tsx";
import { ageText, backupStatus } from "./backup-text.ts";

const now = new Date("2026-11-29T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

const last = {
  ...{ finishedAt: hoursAgo(5), isGood: true, failure: null, durationMs: 83_000 },
  ...{ bytes: 3_650_722_202, rows: 215_004, files: 1_802, linked: 1_790 },
};
const good: BackupsWire = {
  ...{ isPlanned: true, isAlive: true, folder: "/var/lib/balcao-backups", at: "03:00", timeZone: "America/Sao_Paulo" },
  ...{ kept: 13, newestAt: hoursAgo(6), runningSince: null, last },
};
const unplanned: BackupsWire = {
  ...{ isPlanned: false, isAlive: false, folder: null, at: null, timeZone: "America/Sao_Paulo" },
  ...{ kept: 0, newestAt: null, runningSince: null, last: null },
};

describe("the status of the backups", () => {
  const of = (changes: Partial<BackupsWire>) => backupStatus({ ...good, ...changes }, now);
  const failed = { ...last, isGood: false, failure: "no_space" as const };

  test("says that nothing is planned, before anything else", () => {
    expect(backupStatus(unplanned, now)).toEqual({ tone: "warn", text: m.platform_backups_unplanned() });
    expect(of({ isPlanned: false, isAlive: false, last: failed })).toMatchObject({ tone: "warn" });
  });
  test("is good for a newest backup of up to 26 hours", () => {
    expect(of({})).toEqual({ tone: "success", text: m.platform_backups_good() });
    expect(of({ newestAt: hoursAgo(26) }).tone).toBe("success");
    expect(of({ newestAt: hoursAgo(26.1) })).toEqual({ tone: "danger", text: m.platform_backups_old({ hours: 26 }) });
  });
  test("names the reason of a failure", () => {
    expect(of({ last: failed })).toMatchObject({
      tone: "danger",
      text: expect.stringContaining(m.platform_backups_no_space()),
    });
  });
  test("says that the program is stopped, that a backup runs, and that the first one is to come", () => {
    expect(of({ isAlive: false })).toEqual({ tone: "danger", text: m.platform_backups_stopped() });
    expect(of({ runningSince: hoursAgo(1), last: failed }).tone).toBe("info");
    expect(of({ newestAt: null, last: null, kept: 0 })).toEqual({ tone: "info", text: m.platform_backups_first() });
  });
});

test("the age of a backup is in hours for two days, then in days", () => {
  expect([6, 26, 47.9, 48, 100].map((hours) => ageText(hoursAgo(hours), now))).toEqual([
    ...["há 6 horas", "há 26 horas", "há 47 horas", "há 2 dias", "há 4 dias"],
  ]);
});

beforeEach(() => {
  localStorage.clear();
  answer("get", "/companies", { companies: [], count: 0, hasMore: false });
  answer("get", "/payment-events", []);
});

async function openTab(backups: BackupsWire) {
  answer("get", "/backups", backups);
  const rendered = await renderScreen(<SettingsScreen />, { signedIn: { super: true } });
  await rendered.user.click(await screen.findByRole("tab", { name: m.platform_backups() }));
  return rendered;
}

test("backups: the plan, the folder, the size and what is in it", async () => {
  await openTab(good);
  const card = within(await screen.findByRole("region", { name: m.platform_backups() }));
  expect(card.getByText("/var/lib/balcao-backups")).toBeInTheDocument();
  expect(card.getByText("Todo dia às 03:00, horário de Brasília")).toBeInTheDocument();
  expect(card.getByText("3,4 GB")).toBeInTheDocument();
  expect(card.getByText("1:23")).toBeInTheDocument();
  expect(card.getByText(/^13; ficam os de 7 dias, 4 semanas e 6 meses$/)).toBeInTheDocument();
  expect(card.getByText(/^215\.004 linhas e 1\.802 arquivos, dos quais 1\.790 /)).toBeInTheDocument();
});

test("backups: without a plan the screen says so, and shows no figures", async () => {
  await openTab(unplanned);
  expect(await screen.findByText(m.platform_backups_unplanned())).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: m.platform_backups() })).not.toBeInTheDocument();
});

test("backups: only super users have the tab", async () => {
  await renderScreen(<SettingsScreen />, { signedIn: { super: false, profile: "admin" } });
  expect(screen.queryByRole("tab", { name: m.platform_backups() })).not.toBeInTheDocument();
});
