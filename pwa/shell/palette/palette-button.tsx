import { Search } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { capsOf } from "../keyboard/own-keys.ts";
import { openLayer } from "../layers.ts";

/**
 * Opens the palette: a field where there is room, an icon where there is less, hidden on phones beside the search
 * tab.
 */
export function PaletteButton() {
  const open = () => openLayer("palette");
  return (
    <>
      <button
        type="button"
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden h-(--control) w-62 items-center gap-2 rounded-md bg-surface px-2.5 text-ink-2 line-ring hover:bg-hover lg:flex"
      >
        <Search aria-hidden="true" size={15} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">{m.palette_open()}</span>
        <span aria-hidden="true" className="flex shrink-0 gap-0.5">
          <Kbd>{capsOf("palette")}</Kbd>
        </span>
      </button>
      <IconButton
        label={m.palette_title()}
        shortcut={capsOf("palette")}
        icon={<Search size={18} />}
        onClick={open}
        className="max-sm:hidden lg:hidden"
      />
    </>
  );
}
