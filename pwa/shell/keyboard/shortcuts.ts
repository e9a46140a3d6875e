import { m } from "../../i18n/paraglide/messages.js";

export const places = ["anywhere", "list", "conversation", "composer"] as const;
export type Place = (typeof places)[number];

/** `keys`: any of them. "Mod" is Ctrl, or ⌘ on a Mac; "G T" is one key after the other. */
type Shortcut = { place: Place; keys: readonly string[]; label: () => string };

/** Every key of the desk: handlers ask this table, and the overlay and the palette show it. */
export const shortcuts = {
  palette: { place: "anywhere", keys: ["Mod+K"], label: m.keys_palette },
  help: { place: "anywhere", keys: ["?"], label: m.keys_help },
  menu: { place: "anywhere", keys: ["Mod+B"], label: m.keys_menu },
  goTickets: { place: "anywhere", keys: ["G T"], label: () => m.keys_go({ screen: m.shell_tickets() }) },
  goSchedules: { place: "anywhere", keys: ["G A"], label: () => m.keys_go({ screen: m.shell_schedules() }) },
  goQuickMessages: { place: "anywhere", keys: ["G R"], label: () => m.keys_go({ screen: m.shell_quick_messages() }) },
  goDashboard: { place: "anywhere", keys: ["G D"], label: () => m.keys_go({ screen: m.shell_dashboard() }) },
  goContacts: { place: "anywhere", keys: ["G C"], label: () => m.keys_go({ screen: m.contacts_title() }) },
  goConnections: { place: "anywhere", keys: ["G X"], label: () => m.keys_go({ screen: m.shell_connections() }) },
  escape: { place: "anywhere", keys: ["Esc"], label: m.keys_escape },
  next: { place: "list", keys: ["J", "↓"], label: m.keys_next },
  previous: { place: "list", keys: ["K", "↑"], label: m.keys_previous },
  open: { place: "list", keys: ["Enter"], label: m.keys_open },
  accept: { place: "list", keys: ["A"], label: m.keys_accept },
  create: { place: "list", keys: ["N"], label: m.keys_new },
  tabs: { place: "list", keys: ["1", "2", "3", "4"], label: m.keys_tabs },
  search: { place: "list", keys: ["/"], label: m.keys_search },
  reply: { place: "conversation", keys: ["R"], label: m.keys_reply },
  transfer: { place: "conversation", keys: ["T"], label: m.keys_transfer },
  resolve: { place: "conversation", keys: ["Mod+E"], label: m.keys_resolve },
  giveBack: { place: "conversation", keys: ["Shift+U"], label: m.keys_return },
  contact: { place: "conversation", keys: ["I"], label: m.keys_contact },
  life: { place: "conversation", keys: ["L"], label: m.keys_life },
  send: { place: "composer", keys: ["Enter"], label: m.keys_send },
  newLine: { place: "composer", keys: ["Shift+Enter"], label: m.keys_line },
  quickReplies: { place: "composer", keys: ["/"], label: m.keys_replies },
  selectLast: { place: "composer", keys: ["↑"], label: m.keys_select },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

export const placeNames: Record<Place, () => string> = {
  anywhere: m.keys_anywhere,
  list: m.keys_list,
  conversation: m.keys_conversation,
  composer: m.keys_composer,
};

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;
const spoken: Record<string, string> = { arrowdown: "↓", arrowup: "↑", escape: "esc" };

/** Whether an event is one of a shortcut's keys. Of "G T" only the last key is looked at, see go-keys.ts. */
export function isPressed(event: Pressed, id: ShortcutId): boolean {
  return shortcuts[id].keys.some((keys) => matches(event, keys.split(" ").at(-1) ?? ""));
}

function matches(event: Pressed, keys: string): boolean {
  const parts = keys.toLowerCase().split("+");
  const key = parts.at(-1) ?? "";
  const pressed = event.key.toLowerCase();
  if ((spoken[pressed] ?? pressed) !== key) return false;
  const wantsMod = parts.includes("mod");
  if (wantsMod !== (event.ctrlKey || event.metaKey) || event.altKey) return false;
  // "?" already takes Shift on most keyboards.
  const isLetter = key.length > 1 || key.toUpperCase() !== key;
  return !isLetter || parts.includes("shift") === event.shiftKey;
}

const SINGLE_KEYS = "singleKeys";
/** On until someone turns it off: WCAG 2.1.4. */
export const readSingleKeys = (): boolean => localStorage.getItem(SINGLE_KEYS) !== "false";
export const storeSingleKeys = (on: boolean): void => localStorage.setItem(SINGLE_KEYS, String(on));

/** Single keys must never reach what a person types or an open layer. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const isLetter = event.key.length === 1;
  if (isLetter && !readSingleKeys()) return false;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest("input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]")) return false;
  return !isLayerOpen();
}

export const isLayerOpen = (): boolean => document.querySelector("[role=dialog], [role=alertdialog]") !== null;

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** "Mod+K" as the keys to draw: Ctrl and K. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[+ ]/).map((key) => (key === "Mod" ? (isMac() ? "⌘" : "Ctrl") : key));
}
