import { act, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { testTime } from "../../contracts/testing/clock.ts";
import { readServerTime } from "../../sync/client/server-clock.ts";
import { m } from "../i18n/paraglide/messages.js";
import { renderPart } from "../testing/render.tsx";
import { ClockNotice } from "./clock-notice.tsx";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const hear = (aheadMs: number) => act(() => readServerTime(new Date(testTime() + aheadMs).toUTCString(), testTime()));
const close = () => screen.getByRole("button", { name: m.ui_close() });

afterEach(() => {
  hear(0);
  localStorage.clear();
});

test.each([
  [DAY_MS, m.clock_behind, "1 dia"],
  [2 * DAY_MS, m.clock_behind, "2 dias"],
  [-3 * 60 * MINUTE_MS, m.clock_ahead, "3 horas"],
  [-25 * MINUTE_MS, m.clock_ahead, "25 minutos"],
])("clock notice: a device whose clock is off by %i ms says so", (aheadMs, text, length) => {
  renderPart(<ClockNotice />);
  expect(screen.queryByRole("status")).toBeNull();
  hear(aheadMs);
  expect(screen.getByRole("status")).toHaveTextContent(text({ length }));
});

test("clock notice: a clock that is a few minutes off is not mentioned", () => {
  renderPart(<ClockNotice />);
  hear(4 * MINUTE_MS);
  expect(screen.queryByRole("status")).toBeNull();
});

test("clock notice: closed, it stays away after a reload, and comes back when the clock is wrong by another amount", async () => {
  const first = renderPart(<ClockNotice />);
  hear(DAY_MS);
  await first.user.click(close());
  expect(screen.queryByRole("status")).toBeNull();
  first.unmount();
  renderPart(<ClockNotice />);
  expect(screen.queryByRole("status")).toBeNull();
  hear(2 * DAY_MS);
  expect(screen.getByRole("status")).toBeInTheDocument();
});

test("clock notice: after the clock was right for a while, the same difference is news again", async () => {
  const { user } = renderPart(<ClockNotice />);
  hear(DAY_MS);
  await user.click(close());
  hear(0);
  expect(screen.queryByRole("status")).toBeNull();
  hear(DAY_MS);
  expect(screen.getByRole("status")).toBeInTheDocument();
});

test("clock notice: the device keeps the difference for a start without a network", () => {
  hear(DAY_MS);
  expect(Math.abs(Number(localStorage.getItem("clockOffsetMs")) - DAY_MS)).toBeLessThan(2_000);
});
