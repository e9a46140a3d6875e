import { ChevronDown, Globe } from "lucide-react";
import { changeLanguage, languages, useLanguage } from "../../i18n/language.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/layers/menu.tsx";

type LanguageMenuProps = {
  iconOnly?: boolean;
  /** Draws the button as a row of the phones' menu. */
  inMenu?: boolean;
  side?: "bottom end" | "top start" | "top end";
};

export function LanguageMenu({ iconOnly = false, inMenu = false, side = "bottom end" }: LanguageMenuProps) {
  const current = useLanguage();
  const name = languages.find((language) => language.locale === current)?.name ?? current;
  const button = iconOnly ? (
    <IconButton label={`${m.shell_language()}: ${name}`} icon={<Globe size={17} />} />
  ) : (
    <Button
      kind="ghost"
      size={inMenu ? "large" : "small"}
      className={inMenu ? "w-full justify-start! gap-4! px-3! [&>svg]:text-ink-3" : undefined}
      aria-label={`${m.shell_language()}: ${name}`}
      icon={<Globe aria-hidden="true" size={inMenu ? 20 : 15} />}
    >
      {name}
      <ChevronDown aria-hidden="true" size={inMenu ? 16 : 13} />
    </Button>
  );
  return (
    <Menu button={button} side={side}>
      {languages.map(({ locale, name, tag }) => (
        <MenuItem key={locale} checked={locale === current} onSelect={() => void changeLanguage(locale)}>
          <span lang={tag}>{name}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
