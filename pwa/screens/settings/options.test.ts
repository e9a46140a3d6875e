import { expect, test } from "vitest";
import { settingValues } from "../../../contracts/account/settings.ts";
import { aiOptions, durationText, serviceOptions, teamOptions } from "./options.ts";

test("settings: every one a company may change is listed, with its valid values only", () => {
  const options = [...serviceOptions, ...teamOptions("120"), ...aiOptions];
  // The list of first steps changes firstSteps and worksAlone; campaigns are changed by the platform; the country and
  // area code of numbers have fields of their own.
  const elsewhere = ["campaignsEnabled", "firstSteps", "worksAlone", "phoneCountry", "phoneAreaCode"];
  const own = Object.keys(settingValues).filter((key) => !elsewhere.includes(key));
  expect(options.map(({ key }) => key).sort()).toEqual(own.sort());
  for (const option of options) {
    expect(option.note().length).toBeGreaterThan(10);
    const values = option.kind === "switch" ? ["enabled", "disabled"] : option.choices.map(({ value }) => value);
    for (const value of values) expect(settingValues[option.key]["~run"]({ value }, {}).issues).toBeUndefined();
  }
});

test("settings: a reopen window outside the choices is shown among them", () => {
  const choices = (minutes: string) =>
    teamOptions(minutes).flatMap((option) =>
      option.kind === "choice" ? option.choices.map(({ value }) => value) : [],
    );
  expect(choices("45")).toContain("45");
  expect(choices("120").filter((value) => value === "120")).toHaveLength(1);
});

test("settings: minutes are shown in the largest unit that divides them", () => {
  expect([0, 45, 60, 120, 1_440, 10_080, 1_500].map(durationText)).toEqual([
    "Nunca",
    "45 minutos",
    "1 hora",
    "2 horas",
    "1 dia",
    "7 dias",
    "25 horas",
  ]);
});
