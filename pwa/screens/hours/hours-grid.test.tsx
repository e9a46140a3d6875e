import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { type DayHours, usualHours } from "../../../contracts/hours.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { renderPart } from "../../testing/render.tsx";
import { HoursGrid } from "./hours-grid.tsx";

let week: DayHours[];
function Grid({ disabled = false }: { disabled?: boolean }) {
  const [present, setPresent] = useState<DayHours[]>([...usualHours]);
  week = present;
  return <HoursGrid week={present} onChange={setPresent} disabled={disabled} />;
}
const day = (name: string) => within(screen.getByRole("group", { name }));
const start = (name: string) => day(name).getByRole("textbox", { name: `${name}: ${m.hours_start()}` });
const end = (name: string) => day(name).getByRole("textbox", { name: `${name}: ${m.hours_end()}` });
const monday = m.hours_monday;
type User = ReturnType<typeof renderPart>["user"];
async function write(user: User, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
  await user.tab();
}

test.each([
  ["8", "08:00"],
  ["830", "08:30"],
  ["17h", "17:00"],
  ["9:05", "09:05"],
])("hours: a start typed as %s becomes %s when the field loses the focus", async (typed, time) => {
  const { user } = renderPart(<Grid />);
  await write(user, start(monday()), typed);
  expect(start(monday())).toHaveValue(time);
});

test.each(["25:00", "abc", "12:75"])(
  "hours: %s is no time, so the field is marked and the day says so",
  async (typed) => {
    const { user } = renderPart(<Grid />);
    await write(user, end(monday()), typed);
    expect(end(monday())).toBeInvalid();
    expect(day(monday()).getByRole("alert")).toHaveTextContent(m.hours_wrong_time());
  },
);

test("hours: a day from midnight to midnight is closed", async () => {
  const { user } = renderPart(<Grid />);
  await write(user, start(monday()), "00:00");
  await write(user, end(monday()), "00:00");
  expect(day(monday()).getByText(m.hours_closed())).toBeInTheDocument();
});

test("hours: an end before the start continues on the next day, and the day says so", async () => {
  const { user } = renderPart(<Grid />);
  await write(user, start(monday()), "22:00");
  await write(user, end(monday()), "02:00");
  expect(day(monday()).getByText(m.hours_past_midnight())).toBeInTheDocument();
  expect(end(monday())).not.toBeInvalid();
});

test.each(["24", "24:00", "23:59"])(
  "hours: a day from midnight to %s is open all day, and the day says so",
  async (typed) => {
    const { user } = renderPart(<Grid />);
    await write(user, start(monday()), "0");
    await write(user, end(monday()), typed);
    expect(end(monday())).not.toBeInvalid();
    expect(day(monday()).getByText(m.hours_all_day())).toBeInTheDocument();
    expect(day(monday()).queryByText(m.hours_past_midnight())).toBeNull();
  },
);

test("hours: no day starts at 24:00", async () => {
  const { user } = renderPart(<Grid />);
  await write(user, start(monday()), "24:00");
  expect(day(monday()).getByRole("alert")).toHaveTextContent(m.hours_wrong_time());
});

test("hours: Monday's are copied to the other working days and not to the weekend", async () => {
  const { user } = renderPart(<Grid />);
  const saturday = week.find(({ weekdayEn }) => weekdayEn === "saturday");
  await write(user, start(monday()), "07:15");
  await user.click(screen.getByRole("button", { name: m.hours_copy() }));
  for (const name of [m.hours_tuesday(), m.hours_wednesday(), m.hours_thursday(), m.hours_friday()])
    expect(start(name)).toHaveValue("07:15");
  expect(week.find(({ weekdayEn }) => weekdayEn === "saturday")).toEqual(saturday);
});

test("hours: disabled ones cannot be edited", () => {
  renderPart(<Grid disabled />);
  for (const field of screen.getAllByRole("textbox")) expect(field).toBeDisabled();
  expect(screen.getByRole("button", { name: m.hours_copy() })).toBeDisabled();
});
