import { expect, test } from "vitest";
import { settingValues } from "../../../sync/contracts/settings.ts";
import { durationWords, serviceOptions, teamOptions } from "./options.ts";

test("every setting that a company may change has its place, and offers only what it may be", () => {
  const options = [...serviceOptions, ...teamOptions("120")];
  // The list of first steps changes these two; campaigns are the platform's to change.
  const { campaignsEnabled: _, firstSteps: __, worksAlone: ___, ...own } = settingValues;
  expect(options.map(({ key }) => key).sort()).toEqual(Object.keys(own).sort());
  for (const option of options) {
    expect(option.note().length).toBeGreaterThan(10);
    const values = option.kind === "switch" ? ["enabled", "disabled"] : option.choices.map(({ value }) => value);
    for (const value of values) expect(settingValues[option.key]["~run"]({ value }, {}).issues).toBeUndefined();
  }
});

test("a reopen window that is no choice here is shown among them", () => {
  const choices = (minutes: string) =>
    teamOptions(minutes).flatMap((option) =>
      option.kind === "choice" ? option.choices.map(({ value }) => value) : [],
    );
  expect(choices("45")).toContain("45");
  expect(choices("120").filter((value) => value === "120")).toHaveLength(1);
});

test("minutes are said in the largest whole unit", () => {
  expect([0, 45, 60, 120, 1_440, 10_080, 1_500].map(durationWords)).toEqual([
    "Nunca",
    "45 minutos",
    "1 hora",
    "2 horas",
    "1 dia",
    "7 dias",
    "25 horas",
  ]);
});
