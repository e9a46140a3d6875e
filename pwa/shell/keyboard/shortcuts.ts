import { m } from "../../i18n/paraglide/messages.js";

export const places = ["anywhere", "list", "conversation", "composer"] as const;
export type ShortcutPlace = (typeof places)[number];

/**
 * `keys` are alternatives. "Mod" is Ctrl, or ⌘ on a Mac; "G T" is a sequence of two keys. A key with Alt works while
 * the user writes; Alt with D, E, F, a digit or an arrow belongs to browsers.
 */
type Shortcut = { place: ShortcutPlace; keys: readonly string[]; label: () => string };

/** Every keyboard shortcut: handlers read this table, and the help dialog and the palette show it. */
export const shortcuts = {
  palette: { place: "anywhere", keys: ["Mod+K"], label: m.keys_palette },
  help: { place: "anywhere", keys: ["?"], label: m.keys_help },
  menu: { place: "anywhere", keys: ["Mod+B"], label: m.keys_menu },
  goTickets: { place: "anywhere", keys: ["G T"], label: () => m.keys_go({ screen: m.shell_tickets() }) },
  goSchedules: { place: "anywhere", keys: ["G A"], label: () => m.keys_go({ screen: m.shell_schedules() }) },
  goQuickMessages: { place: "anywhere", keys: ["G R"], label: () => m.keys_go({ screen: m.shell_quick_messages() }) },
  goDashboard: { place: "anywhere", keys: ["G D"], label: () => m.keys_go({ screen: m.shell_dashboard() }) },
  goKanban: { place: "anywhere", keys: ["G K"], label: () => m.keys_go({ screen: m.kanban_title() }) },
  goContacts: { place: "anywhere", keys: ["G C"], label: () => m.keys_go({ screen: m.contacts_title() }) },
  goChats: { place: "anywhere", keys: ["G H"], label: () => m.keys_go({ screen: m.chats_title() }) },
  goConnections: { place: "anywhere", keys: ["G X"], label: () => m.keys_go({ screen: m.shell_connections() }) },
  escape: { place: "anywhere", keys: ["Esc"], label: m.keys_escape },
  next: { place: "list", keys: ["J", "↓"], label: m.keys_next },
  previous: { place: "list", keys: ["K", "↑"], label: m.keys_previous },
  open: { place: "list", keys: ["Enter"], label: m.keys_open },
  accept: { place: "list", keys: ["A", "Alt+A"], label: m.keys_accept },
  waiting: { place: "list", keys: ["W", "Alt+W"], label: m.keys_waiting },
  create: { place: "list", keys: ["N"], label: m.keys_new },
  tabs: { place: "list", keys: ["1", "2", "3", "4"], label: m.keys_tabs },
  search: { place: "list", keys: ["/"], label: m.keys_search },
  write: { place: "conversation", keys: ["E"], label: m.keys_write },
  reply: { place: "conversation", keys: ["R", "Alt+R"], label: m.keys_reply },
  transfer: { place: "conversation", keys: ["T", "Alt+T"], label: m.keys_transfer },
  resolve: { place: "conversation", keys: ["Mod+E"], label: m.keys_resolve },
  giveBack: { place: "conversation", keys: ["Shift+U", "Alt+U"], label: m.keys_return },
  find: { place: "conversation", keys: ["F", "Alt+B"], label: m.keys_find },
  schedule: { place: "conversation", keys: ["S", "Alt+S"], label: m.keys_schedule },
  contact: { place: "conversation", keys: ["I", "Alt+I"], label: m.keys_contact },
  note: { place: "conversation", keys: ["M", "Alt+M"], label: m.keys_note },
  life: { place: "conversation", keys: ["L", "Alt+L"], label: m.keys_life },
  send: { place: "composer", keys: ["Enter"], label: m.keys_send },
  newLine: { place: "composer", keys: ["Shift+Enter"], label: m.keys_line },
  quickReplies: { place: "composer", keys: ["/"], label: m.keys_replies },
  bold: { place: "composer", keys: ["Mod+B"], label: m.keys_bold },
  italic: { place: "composer", keys: ["Mod+I"], label: m.keys_italic },
  leave: { place: "composer", keys: ["Esc"], label: m.keys_leave },
  selectLast: { place: "composer", keys: ["↑"], label: m.keys_select },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

export const placeNames: Record<ShortcutPlace, () => string> = {
  anywhere: m.keys_anywhere,
  list: m.keys_list,
  conversation: m.keys_conversation,
  composer: m.keys_composer,
};

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Splits "Mod+K" into the keys to draw: Ctrl and K. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[+ ]/).map((key) => (key === "Mod" ? (isMac() ? "⌘" : "Ctrl") : key));
}

/** Returns the keys of a shortcut's twin that works while the user writes, for example Alt and M; none without one. */
export function twinOf(id: ShortcutId): string[] {
  const twin = (shortcuts[id].keys as readonly string[]).find((keys) => keys.startsWith("Alt+"));
  return twin ? keyCaps(twin) : [];
}
