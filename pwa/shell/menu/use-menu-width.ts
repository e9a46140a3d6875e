import { useState } from "react";
import { deviceStorage } from "../../ui/device-storage.ts";
import { useMedia } from "../../ui/hooks/use-media.ts";
import { useShownPage } from "../page.ts";

const MENU_KEY = "menu";

/**
 * Returns whether the menu is the rail (icons only). The user's choice is stored on this device; a page that needs
 * the width shows the rail meanwhile, unless the user opens the menu there.
 */
export function useMenuWidth() {
  const [isRailChosen, setRailChosen] = useState(() => deviceStorage.getItem(MENU_KEY) === "rail");
  const { needsWidth } = useShownPage();
  const isNarrow = useMedia("(width < 100rem)");
  const isNeeded = needsWidth && isNarrow;
  const [isOpenedAnyway, setOpenedAnyway] = useState(false);
  if (!isNeeded && isOpenedAnyway) setOpenedAnyway(false);
  const isRail = isRailChosen || (isNeeded && !isOpenedAnyway);

  function toggle() {
    if (isNeeded && !isRailChosen) return setOpenedAnyway(!isOpenedAnyway);
    deviceStorage.setItem(MENU_KEY, isRailChosen ? "open" : "rail");
    setRailChosen(!isRailChosen);
    setOpenedAnyway(isRailChosen);
  }
  return { isRail, toggle };
}
