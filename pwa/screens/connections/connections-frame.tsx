import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { usePage } from "../../shell/page.ts";
import { Button } from "../../ui/button.tsx";
import { usePhone } from "../../ui/hooks/use-phone.ts";
import { MenuItem } from "../../ui/layers/menu.tsx";
import { PageBody, PageHead } from "../../ui/page-head.tsx";
import { PhoneList } from "../lists/index.ts";

type ConnectionsFrameProps = {
  count: string | null;
  canRestart: boolean;
  onRestart: () => void;
  add: ReactNode;
  children: ReactNode;
};

/** Draws the frame around the connections: the head of the page, on phones the frame of every list. */
export function ConnectionsFrame({ count, canRestart, onRestart, add, children }: ConnectionsFrameProps) {
  const isPhone = usePhone();
  usePage(m.connections_title(), { count });
  if (isPhone)
    return (
      <PhoneList
        title={m.connections_title()}
        add={add}
        menu={
          <MenuItem icon={<RefreshCw aria-hidden="true" size={16} />} disabled={!canRestart} onSelect={onRestart}>
            {m.connections_restart()}
          </MenuItem>
        }
      >
        <div className="px-4 not-empty:py-3">{children}</div>
      </PhoneList>
    );
  return (
    <PageBody>
      <PageHead title={m.connections_title()} count={count}>
        <Button icon={<RefreshCw size={15} />} disabled={!canRestart} onClick={onRestart}>
          {m.connections_restart()}
        </Button>
        {add}
      </PageHead>
      {children}
    </PageBody>
  );
}
