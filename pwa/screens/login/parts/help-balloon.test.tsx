import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "../../../i18n/paraglide/messages.js";
import { becomePhone } from "../../../testing/browser-gaps.ts";
import { renderPart } from "../../../testing/render.tsx";
import { ASKS_AFTER_MS, HelpBalloon } from "./help-balloon.tsx";

const URL = "https://help.example/chat";
const button = () => screen.findByRole("link", { name: new RegExp(`^${m.help_talk()},`) });

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test("help: the button opens the provider's chat, and the balloon asks later and stays closed", async () => {
  const { user, unmount } = renderPart(<HelpBalloon url={URL} />);
  expect(await button()).toHaveAttribute("href", URL);
  expect(await button()).toHaveAttribute("rel", expect.stringContaining("noopener"));
  expect(screen.queryByText(m.help_question())).not.toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(ASKS_AFTER_MS));
  expect(await screen.findByText(m.help_question())).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: m.help_close() }));
  expect(screen.queryByText(m.help_question())).not.toBeInTheDocument();
  unmount();
  renderPart(<HelpBalloon url={URL} />);
  await button();
  act(() => void vi.advanceTimersByTime(ASKS_AFTER_MS));
  expect(screen.queryByText(m.help_question())).not.toBeInTheDocument();
});

test("help: where no address is configured there is nothing", () => {
  renderPart(<HelpBalloon url={null} />);
  act(() => void vi.advanceTimersByTime(ASKS_AFTER_MS));
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

test("help: on a phone a link below the form opens the chat, without a balloon", () => {
  becomePhone();
  renderPart(<HelpBalloon url={URL} />);
  expect(screen.getByRole("link", { name: m.help_talk() })).toHaveAttribute("href", URL);
  act(() => void vi.advanceTimersByTime(ASKS_AFTER_MS));
  expect(screen.queryByRole("button", { name: m.help_close() })).not.toBeInTheDocument();
});
