import { Plus } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { ChannelGlyph, type GlyphName } from "../../ui/channel-glyph.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { Menu, MenuItem } from "../../ui/layers/menu.tsx";
import { AddButton } from "../lists/index.ts";
import { useIsMetaSetUp } from "./parts/meta-login.ts";

type AddMenuProps = { disabled: boolean; isBusy: boolean; onAdd: (channel: GlyphName) => void };

/**
 * Draws the menu of connections that can be added. Pages and Instagram accounts only where the platform has an app at
 * Meta; otherwise it says why not.
 */
export function AddMenu({ disabled, isBusy, onAdd }: AddMenuProps) {
  const { data } = useIsMetaSetUp();
  const cannot = data === false;
  const button = usePhone() ? (
    <AddButton label={m.connections_add()} disabled={disabled || isBusy} />
  ) : (
    <Button kind="primary" icon={<Plus size={16} />} disabled={disabled} busy={isBusy && m.connections_add()}>
      {m.connections_add()}
    </Button>
  );
  return (
    <Menu button={button}>
      <MenuItem icon={<ChannelGlyph name="whatsapp" size={16} />} onSelect={() => onAdd("whatsapp")}>
        {m.connections_add_whatsapp()}
      </MenuItem>
      <MenuItem icon={<ChannelGlyph name="facebook" size={16} />} disabled={cannot} onSelect={() => onAdd("facebook")}>
        {m.connections_add_facebook()}
        {cannot && <WhyNot />}
      </MenuItem>
      <MenuItem
        icon={<ChannelGlyph name="instagram" size={16} />}
        disabled={cannot}
        onSelect={() => onAdd("instagram")}
      >
        {m.connections_add_instagram()}
        {cannot && <WhyNot />}
      </MenuItem>
    </Menu>
  );
}

const WhyNot = () => (
  <span className="block max-w-60 whitespace-normal py-0.5 text-ink-2 text-xs">{m.error_meta_not_set_up()}</span>
);
