import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const pwa = new URL("..", import.meta.url).pathname;

/** docs/decisions/0009: a layer closed during its enter transition would stay, invisible, and receive every click. */
test("layers: none has a leave transition", () => {
  const files = globSync("**/*.tsx", { cwd: pwa, exclude: (name) => name === "paraglide" });
  expect(files.length).toBeGreaterThan(50);
  const waiting = files.filter((file) => {
    const parts = readFileSync(join(pwa, file), "utf8").match(/<[A-Z][^<>]*(?:=>[^<>]*)*>/gs) ?? [];
    return parts.some((part) => /\stransition[\s/>]/.test(part.replaceAll(/"[^"]*"|`[^`]*`/g, "")));
  });
  expect(waiting).toEqual([]);
});

const sources = globSync("**/*.{ts,tsx}", { cwd: pwa, exclude: (name) => name === "paraglide" })
  .filter((file) => !file.endsWith(".test.tsx") && !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(pwa, file), "utf8") }));
/** The parts of Headless UI that open a layer. */
const opening = /^(Dialog|Menu|Popover|Listbox|Combobox)$/;
function opensLayer(text: string): boolean {
  const imports = text.match(/import \{([^}]*)\} from "@headlessui\/react"/)?.[1] ?? "";
  return imports.split(",").some((part) => opening.test(part.trim().split(" ")[0] ?? ""));
}

test("layers: every one that Headless UI draws is drawn in pwa/ui and closes on the system's back", () => {
  const opened = sources.filter(({ text }) => opensLayer(text));
  expect(opened.map(({ file }) => file).sort()).toEqual([
    "ui/fields/combobox.tsx",
    "ui/fields/list-box.tsx",
    "ui/layers/headless-menu.tsx",
    "ui/layers/headless-popover.tsx",
    "ui/layers/layer.tsx",
  ]);
  expect(opened.filter(({ text }) => !/useSystemBack\(|<SystemBack/.test(text))).toEqual([]);
});

/** Files that use the key for something other than closing a layer. */
const otherUses: Record<string, string> = {
  "conversation/composer/recording/recording-bar.tsx": "stops a recording",
  "screens/chats/conversation/chat-composer.tsx": "takes back the chosen reply",
  "screens/kanban/use-keyboard-move.ts": "puts a lifted card back",
  "screens/tasks/index.tsx": "leaves the field of a task",
  "screens/tickets/composer/note-composer.tsx": "leaves the note while its field has the focus",
  "screens/tickets/composer/use-composer-keys.ts": "takes back the chosen reply or edit",
  "screens/tickets/composer/use-quick-replies.ts": "closes the list while the field has the focus",
  "screens/tickets/contact/notes.tsx": "leaves the field of a note",
  "shell/keyboard/hold-keys.ts": "lets the key through to the layer",
  "shell/keyboard/shortcuts-dialog.tsx": "takes back the change of a shortcut",
  "ui/fields/combobox.tsx": "leaves the key to the dialog while its list opened by itself",
  "ui/layers/system-back.ts": "closes the topmost layer",
  "ui/layers/use-system-back.ts": "closes a list of Headless UI",
};

test("layers: none is drawn by hand, and Escape has no handler of its own", () => {
  const byHand = /<dialog|aria-modal|role="(alert)?dialog"|\spopover=|popoverTarget/;
  // `ConfirmDialog` gives its role to `Layer`.
  const found = sources.filter(({ file, text }) => file !== "ui/layers/dialog.tsx" && byHand.test(text));
  expect(found.map(({ file }) => file)).toEqual([]);
  const handling = sources.filter(({ text }) => /"Escape"/.test(text)).map(({ file }) => file);
  expect(handling.filter((file) => !(file in otherUses))).toEqual([]);
});

test("layers: the rules find a layer that breaks them", () => {
  expect(opensLayer('import { Dialog as HeadlessDialog, DialogPanel } from "@headlessui/react";')).toBe(true);
  expect(opensLayer('import { DialogPanel, Field } from "@headlessui/react";')).toBe(false);
});
