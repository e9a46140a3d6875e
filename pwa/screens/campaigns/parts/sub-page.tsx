import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../../../i18n/paraglide/messages.js";
import { usePage } from "../../../shell/page.ts";
import { PageActions } from "../../../shell/page-actions.tsx";
import { usePhone } from "../../../ui/hooks/use-phone.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

type SubPageProps = {
  title: string;
  /** The title on phones, where the campaign's name stands below it. */
  shortTitle: string;
  /** The campaign's name; null while it loads. */
  name: string | null;
  status?: ReactNode;
  /** One line below the title. */
  line?: ReactNode;
  /** Right of the title. */
  actions?: ReactNode;
  /** In the top bar of phones. */
  phoneActions?: ReactNode;
  /** At the lower edge of phones. */
  foot?: ReactNode;
  children: ReactNode;
};

/** Draws the frame of a campaign's report and dry run, with the way back to the list. */
export function SubPage(props: SubPageProps) {
  const { title, shortTitle, name, status, line, actions, phoneActions, foot, children } = props;
  const isPhone = usePhone();
  const navigate = useNavigate();
  usePage(isPhone ? shortTitle : title);
  const back = (
    <IconButton
      label={m.ui_back()}
      icon={<ChevronLeft size={18} />}
      onClick={() => void navigate({ to: "/campaigns" })}
      className="-ml-2"
    />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isPhone && phoneActions && <PageActions>{phoneActions}</PageActions>}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-6 pt-5 pb-6 max-sm:px-4 max-sm:pt-2">
        <div className="mb-4 flex min-h-9 shrink-0 flex-wrap items-center gap-2">
          {back}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
            <h1 className="text-2xl max-sm:text-lg [overflow-wrap:anywhere]">
              {isPhone ? (name ?? shortTitle) : title}
            </h1>
            {status}
          </div>
          {!isPhone && actions}
          {line && <p className="w-full pl-8 text-ink-2 text-sm max-sm:pl-0">{line}</p>}
        </div>
        {children}
      </div>
      {isPhone && foot && (
        <div className="shrink-0 border-line border-t px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
          {foot}
        </div>
      )}
    </div>
  );
}
