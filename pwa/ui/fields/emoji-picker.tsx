import { type EmojiPickerListComponents, EmojiPicker as Picker } from "frimousse";
import { m } from "../../i18n/paraglide/messages.js";
import { getLocale } from "../../i18n/paraglide/runtime.js";

const sources = {
  pt: () => import("virtual:emoji/pt"),
  en: () => import("virtual:emoji/en"),
  es: () => import("virtual:emoji/es"),
};
const read = async () => (await sources[getLocale()]()).default;

/** Draws all emojis by group, with a search by name in the interface language; works offline. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  return (
    <Picker.Root
      locale={getLocale()}
      columns={8}
      resolveEmojiData={read}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
      className="isolate flex h-80 w-79 max-w-full flex-col"
    >
      <Picker.Search
        // The user opened the panel to search, so the search takes the focus.
        autoFocus
        placeholder={m.emoji_search()}
        aria-label={m.emoji_search()}
        className="control-ring h-(--control) shrink-0 rounded-md bg-surface px-2.5 text-base outline-none placeholder:text-ink-3 focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
      />
      <Picker.Viewport className="mt-2 min-h-0 flex-1 outline-hidden">
        <Picker.Loading className="absolute inset-0 grid place-items-center text-ink-3">
          {m.emoji_loading()}
        </Picker.Loading>
        <Picker.Empty className="absolute inset-0 grid place-items-center text-ink-3">{m.emoji_none()}</Picker.Empty>
        <Picker.List components={parts} className="select-none pb-1" />
      </Picker.Viewport>
    </Picker.Root>
  );
}

const parts: EmojiPickerListComponents = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-surface px-1 pt-2 pb-1 font-medium text-2xs text-ink-3">
      {category.label}
    </div>
  ),
  Row: ({ children, ...props }) => <div {...props}>{children}</div>,
  Emoji: ({ emoji, ...props }) => (
    <button {...props} type="button" className="grid size-9 place-items-center rounded-md text-xl data-active:bg-hover">
      {emoji.emoji}
    </button>
  ),
};
