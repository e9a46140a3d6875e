import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { changeLanguage } from "../i18n/language.ts";
import { m } from "../i18n/paraglide/messages.js";
import { startOf } from "../screens/billing/checkout/billing-form.ts";
import { keepForm } from "../screens/billing/checkout/kept-form.ts";
import { keepSentCode } from "../screens/password-reset/sent-code.ts";
import { keepSignUp, newSignUp } from "../screens/sign-up/kept-sign-up.ts";
import { openTasks } from "../screens/tasks/tasks.ts";
import { keepNoOptOut, readNoOptOuts } from "../screens/tickets/conversation/no-opt-outs.ts";
import { readSignOption, readWaitingOrder, storeSignOption, storeWaitingOrder } from "../session/session-keys.ts";
import { readWriterId } from "../session/writer-id.ts";
import { deviceStorage, quietStorage } from "../ui/device-storage.ts";
import { toast } from "../ui/toasts/toast.tsx";
import { ownKeys, storeOwnKeys } from "./keyboard/own-keys.ts";
import { readSingleKeys, storeSingleKeys } from "./keyboard/pressed.ts";
import { setShowsMessageText, showsMessageText } from "./notifications/desktop.ts";
import { readVolume, setVolume } from "./notifications/volume.ts";
import { changeTheme } from "./theme.ts";

const said = vi.spyOn(toast, "error");
beforeEach(() => said.mockClear());

/** Lets the browser refuse every value that is stored. Returns a function that frees the storage. */
function fillStorage(): () => void {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(() => setItem.mockRestore());
  return () => setItem.mockRestore();
}

const tasks = openTasks(deviceStorage);
const task = { text: "Ligar para Ana", createdAt: "2026-11-25T12:00:00.000Z", updatedAt: "2026-11-25T12:00:00.000Z" };

test.each<[string, () => unknown, () => unknown, unknown]>([
  ["theme", () => changeTheme("dark"), () => document.documentElement.dataset.theme, "dark"],
  ["volume", () => setVolume(0.3), readVolume, 0.3],
  ["texts in notifications", () => setShowsMessageText(false), showsMessageText, false],
  ["shortcuts of one key", () => storeSingleKeys(false), readSingleKeys, false],
  ["own shortcuts", () => storeOwnKeys({ accept: "Q" }), ownKeys, { accept: "Q" }],
  ["signature", () => storeSignOption(deviceStorage, false), () => readSignOption(deviceStorage), false],
  [
    "order of waiting tickets",
    () => storeWaitingOrder(deviceStorage, "newestFirst"),
    () => readWaitingOrder(deviceStorage),
    "newestFirst",
  ],
  ["tasks", () => tasks.change(() => [task]), tasks.get, [task]],
  [
    "a message that is no opt-out",
    () => keepNoOptOut(deviceStorage, "m1"),
    () => readNoOptOuts(deviceStorage).includes("m1"),
    true,
  ],
])("a full storage: %s holds in this page, and the user is told", async (_name, choose, read, chosen) => {
  fillStorage();
  await choose();
  expect(read()).toEqual(chosen);
  expect(said.mock.calls).toEqual([[m.shell_setting_unstored(), { id: "unstored" }]]);
});

test("a full storage: the language changes, and the user is told", async () => {
  const root = document.documentElement;
  root.lang = "";
  fillStorage();
  await changeLanguage("es");
  expect(root.lang).not.toBe("");
  expect(said.mock.calls).toEqual([[m.shell_setting_unstored(), { id: "unstored" }]]);
});

test("a full storage: what the user has not chosen holds in this page without a word", () => {
  fillStorage();
  expect(readWriterId(quietStorage)).toBe(readWriterId(quietStorage));
  expect(said).not.toHaveBeenCalled();
});

test("a full storage: what was typed into a form is on the screen, and the user is told once for all letters", () => {
  fillStorage();
  keepSignUp({ ...newSignUp, userName: "Marina" });
  keepForm("c1", startOf(null));
  expect(new Set(said.mock.calls.map(([, options]) => options?.id))).toEqual(new Set(["unstored"]));
  expect(() => keepSentCode({ email: "marina@loja.example", sentAt: 1 })).not.toThrow();
});

test("a choice is stored again once there is room", () => {
  const free = fillStorage();
  setVolume(0.5);
  free();
  setVolume(0.7);
  expect(localStorage.getItem("volume")).toBe("0.7");
  deviceStorage.removeItem("volume");
  expect([readVolume(), localStorage.getItem("volume")]).toEqual([1, null]);
});

test("an error of the program is none of the storage", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementationOnce(() => {
    throw new TypeError("no function");
  });
  expect(() => setVolume(0.5)).toThrow(TypeError);
});
