import { Check, ChevronLeft, X } from "lucide-react";
import { m } from "../i18n/paraglide/messages.js";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { AnnouncementRows } from "./announcement-rows.tsx";
import { Reading, ReadingFoot } from "./reading.tsx";
import { useReading } from "./use-reading.ts";

/** Draws the popover: the list, or the announcement that is being read. */
export function AnnouncementsPanel({ onClose }: { onClose: () => void }) {
  const { all, unread, open, choose, readAll } = useReading();
  return (
    <div className="flex max-h-[min(36rem,calc(100dvh-5rem))] flex-col">
      {open ? (
        <>
          <div className="flex items-center gap-1 py-1.5 pr-2 pl-2">
            <IconButton
              label={m.announcements_back()}
              icon={<ChevronLeft size={18} />}
              onClick={() => choose(null)}
              autoFocus
            />
            <h2 className="flex-1 font-semibold text-base">{m.announcements_one()}</h2>
            <IconButton label={m.ui_close()} icon={<X size={17} />} onClick={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-3 pt-1 pb-3">
            <Reading announcement={open} />
          </div>
          <ReadingFoot place={all.indexOf(open) + 1} count={all.length} />
        </>
      ) : (
        <>
          <div className="flex min-h-12 items-center gap-2 border-line border-b py-1.5 pr-2 pl-4">
            <h2 className="font-semibold text-base">{m.announcements_title()}</h2>
            <span className="flex-1">
              {unread.length > 0 && (
                <Badge count={unread.length} label={m.announcements_unread({ count: unread.length })} />
              )}
            </span>
            {unread.length > 0 && (
              <Button kind="ghost" size="small" icon={<Check aria-hidden="true" size={15} />} onClick={readAll}>
                {m.announcements_mark_all()}
              </Button>
            )}
          </div>
          <AnnouncementRows announcements={all} onOpen={choose} />
        </>
      )}
    </div>
  );
}
