import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/language.ts";
import { m } from "../i18n/paraglide/messages.js";
import { renderPart } from "../testing/render.tsx";
import { LanguageMenu } from "./menu/language-menu.tsx";
import { ThemeToggle } from "./menu/theme-toggle.tsx";
import { VolumeSlider } from "./notifications/volume-slider.tsx";

afterEach(() => changeLanguage("pt"));

test("the language menu shows the present language and names each one in its own language", async () => {
  const { user } = renderPart(<LanguageMenu iconOnly />);
  await user.click(screen.getByRole("button", { name: "Idioma: Português" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining("Português"),
    expect.stringContaining("English"),
    expect.stringContaining("Español"),
  ]);
});

test.each([
  ["English", "Language: English", "en"],
  ["Español", "Idioma: Español", "es"],
])("choosing %s changes the interface and the page's language", async (name, label, tag) => {
  const { user } = renderPart(<LanguageMenu />);
  await user.click(screen.getByRole("button", { name: "Idioma: Português" }));
  await user.click(await screen.findByRole("menuitem", { name: new RegExp(name) }));
  expect(await screen.findByRole("button", { name: label })).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute("lang", tag);
});

test("the theme button names the other theme, and the choice is stored on this device", async () => {
  const { user } = renderPart(<ThemeToggle />);
  await user.click(screen.getByRole("button", { name: m.shell_theme_dark() }));
  expect(document.documentElement).toHaveAttribute("data-theme", "dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  await user.click(screen.getByRole("button", { name: m.shell_theme_light() }));
  expect(document.documentElement).toHaveAttribute("data-theme", "light");
});

test("every theme button shows the same theme", async () => {
  const { user } = renderPart(
    <>
      <ThemeToggle />
      <ThemeToggle />
    </>,
  );
  await user.click(screen.getAllByRole("button")[0] as HTMLElement);
  expect(screen.getAllByRole("button", { name: m.shell_theme_light() })).toHaveLength(2);
  await user.click(screen.getAllByRole("button")[1] as HTMLElement);
});

test("the volume starts at its maximum, is read as a percentage and is stored on this device", () => {
  const { unmount } = renderPart(<VolumeSlider />);
  const slider = () => screen.getByRole("slider", { name: m.notify_volume() });
  expect(slider()).toHaveAttribute("aria-valuetext", "100%");
  fireEvent.change(slider(), { target: { value: "0.3" } });
  expect(slider()).toHaveAttribute("aria-valuetext", "30%");
  unmount();
  renderPart(<VolumeSlider />);
  expect(slider()).toHaveAttribute("aria-valuetext", "30%");
});

test("a volume set in another tab is shown here", async () => {
  renderPart(<VolumeSlider />);
  localStorage.setItem("volume", "0.5");
  fireEvent(window, new StorageEvent("storage", { key: "volume" }));
  await waitFor(() => expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "50%"));
});
