import { Download, Keyboard, LogOut, UserRound } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { useUser } from "../../session/use-session.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/layers/menu.tsx";
import { openLayer } from "../layers.ts";
import { useInstall } from "../updates/install.ts";

export function ProfileMenu({ onSignOut }: { onSignOut: () => void }) {
  const user = useUser();
  const install = useInstall();
  return (
    <Menu
      button={
        <button
          type="button"
          aria-label={m.shell_profile()}
          className="grid place-items-center rounded-full touch:size-11"
        >
          <Avatar id={user.id} name={user.name} size={32} />
        </button>
      }
    >
      <div className="px-2.5 py-1.5">
        <p dir="auto" className="truncate font-medium">
          {user.name}
        </p>
        <p className="truncate text-ink-3 text-xs">{user.email}</p>
      </div>
      <MenuSeparator />
      {!user.company.restricted && (
        <>
          <MenuItem icon={<UserRound aria-hidden="true" size={16} />} onSelect={() => openLayer("profile")}>
            {m.profile_edit()}
          </MenuItem>
          <MenuItem icon={<Keyboard aria-hidden="true" size={16} />} onSelect={() => openLayer("shortcuts")}>
            {m.keys_title()}
          </MenuItem>
        </>
      )}
      {install && (
        <MenuItem icon={<Download aria-hidden="true" size={16} />} onSelect={install}>
          {m.shell_install()}
        </MenuItem>
      )}
      <MenuItem icon={<LogOut aria-hidden="true" size={16} />} onSelect={onSignOut}>
        {m.shell_sign_out()}
      </MenuItem>
    </Menu>
  );
}
