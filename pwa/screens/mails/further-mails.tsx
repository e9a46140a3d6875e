import type { MailGroup } from "../../../contracts/office/mails.ts";
import { countText } from "../../i18n/count-text.ts";
import { numberFormat } from "../../i18n/number-format.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { NotRead } from "../lists/index.ts";
import { PAGE_SIZE } from "./mail-pager.tsx";
import { MailRows } from "./mail-rows.tsx";
import { useMailPage } from "./use-mails.ts";

type PageProps = {
  group: MailGroup;
  search: string;
  openId: string | null;
  onOpen: (id: string) => void;
};
type FurtherProps = PageProps & { count: number; page: number; onMore: () => void };

/** Draws the pages after the first one below it, and the button for the next one. For phones. */
export function FurtherMails({ count, page, onMore, ...rest }: FurtherProps) {
  const shown = Math.min(page * PAGE_SIZE, count);
  return (
    <>
      {Array.from({ length: page - 1 }, (_, at) => at + 2).map((further) => (
        <FurtherPage key={further} {...rest} page={further} />
      ))}
      <div className="flex flex-col items-center gap-3 py-5">
        <p className="text-ink-2 text-sm tabular-nums">
          {m.email_of({ shown: numberFormat(shown), count: countText(count) })}
        </p>
        {shown < count && <Button onClick={onMore}>{m.email_more()}</Button>}
      </div>
    </>
  );
}

function FurtherPage({ group, search, openId, onOpen, page }: PageProps & { page: number }) {
  const found = useMailPage(group, search, page);
  const { data, state } = found;
  if (data) return <MailRows rows={data.records} timeZone={data.timeZone} openId={openId} onOpen={onOpen} />;
  return state === "failed" ? <NotRead data={found} /> : null;
}
