import { ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { countText } from "../../i18n/count-text.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { IconButton } from "../../ui/icon-button.tsx";

export const PAGE_SIZE = 5;

/** Returns the numbers beside the present page, the first and the last. `gap`: numbers before this one are left out. */
function numbersOf(page: number, last: number): { number: number; gap: boolean }[] {
  const shown = [...new Set([1, 2, 3, page - 1, page, page + 1, last])].filter((one) => one >= 1 && one <= last);
  shown.sort((a, b) => a - b);
  return shown.map((number, place) => ({ number, gap: place > 0 && number - (shown[place - 1] ?? 0) > 1 }));
}

type PagerProps = {
  page: number;
  count: number;
  hasMore: boolean;
  shown: number;
  onPage: (page: number) => void;
};

/** Draws the numbers of the pages. The server counts up to a limit: after the last counted page, one more is offered. */
export function MailPager({ page, count, hasMore, shown, onPage }: PagerProps) {
  const last = Math.max(Math.ceil(count / PAGE_SIZE), hasMore ? page + 1 : page);
  return (
    <nav aria-label={m.email_pages()} className="flex shrink-0 items-center gap-1 border-line border-t px-4 py-2.5">
      <span className="flex-1 text-ink-2 text-xs tabular-nums">{m.email_of({ shown, count: countText(count) })}</span>
      <IconButton
        label={m.email_previous()}
        icon={<ChevronLeft size={16} />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {numbersOf(page, last).map(({ number, gap }) => (
        <Fragment key={number}>
          {gap && (
            <span aria-hidden="true" className="px-1 text-ink-3">
              …
            </span>
          )}
          <button
            type="button"
            aria-label={m.email_page({ page: number })}
            aria-current={number === page ? "page" : undefined}
            onClick={() => onPage(number)}
            className="size-(--control-sm) rounded-md text-sm tabular-nums hover:bg-hover aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-on-primary-soft"
          >
            {number}
          </button>
        </Fragment>
      ))}
      <IconButton
        label={m.email_next()}
        icon={<ChevronRight size={16} />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
