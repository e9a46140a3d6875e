import { Check, ChevronLeft } from "lucide-react";
import { m } from "../i18n/paraglide/messages.js";
import { IconButton } from "../ui/icon-button.tsx";
import { Dialog } from "../ui/layers/dialog.tsx";
import { AnnouncementRows } from "./announcement-rows.tsx";
import { Reading, ReadingFoot } from "./reading.tsx";
import { useReading } from "./use-reading.ts";

type AnnouncementsPageProps = { open: boolean; onClose: () => void };

/** Draws the announcements above the page, on phones over the whole screen. */
export function AnnouncementsPage({ open: isOpen, onClose }: AnnouncementsPageProps) {
  const { all, unread, open, choose, readAll } = useReading();
  const close = () => {
    choose(null);
    onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      onBack={open ? () => choose(null) : undefined}
      title={open ? m.announcements_one() : m.announcements_title()}
      headEnd={
        open ? (
          <IconButton
            label={m.announcements_back()}
            icon={<ChevronLeft size={20} />}
            size="large"
            onClick={() => choose(null)}
          />
        ) : (
          unread.length > 0 && (
            <>
              <span className="text-ink-3 text-sm">{m.announcements_unread({ count: unread.length })}</span>
              <IconButton
                label={m.announcements_mark_all()}
                icon={<Check size={20} />}
                size="large"
                onClick={readAll}
              />
            </>
          )
        )
      }
    >
      <div className="-mx-4 -mt-1 -mb-5 flex min-h-full flex-col sm:-mx-6">
        {open ? (
          <>
            <div className="flex-1">
              <Reading announcement={open} />
            </div>
            <ReadingFoot place={all.indexOf(open) + 1} count={all.length} />
          </>
        ) : (
          <AnnouncementRows announcements={all} onOpen={choose} />
        )}
      </div>
    </Dialog>
  );
}
