import { Image } from "lucide-react";
import { useState } from "react";
import type { AnnouncementView } from "../../sync/client/index.ts";
import { moment } from "../i18n/full-dates.ts";
import { m } from "../i18n/paraglide/messages.js";
import { Dot } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { priorityLooks } from "./priority.tsx";

/** Older ones are shown on request. */
const SHOWN_AT_FIRST = 10;

type RowsProps = { announcements: AnnouncementView[]; onOpen: (announcement: AnnouncementView) => void };

/** Draws the announcements on this device, the newest first. */
export function AnnouncementRows({ announcements, onOpen }: RowsProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (announcements.length === 0) return <p className="px-4 py-5 text-ink-3">{m.announcements_none()}</p>;
  const shown = showsAll ? announcements : announcements.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul aria-label={m.announcements_title()} className="min-h-0 flex-1 overflow-y-auto">
        {shown.map((announcement) => (
          <li key={announcement.id} className="border-line not-last:border-b">
            <Row announcement={announcement} onOpen={() => onOpen(announcement)} />
          </li>
        ))}
      </ul>
      <div className="flex min-h-11 items-center justify-between gap-2 border-line border-t px-4 text-ink-3 text-xs">
        {m.announcements_kept()}
        {shown.length < announcements.length && (
          <Button kind="ghost" size="small" className="text-primary-ink" onClick={() => setShowsAll(true)}>
            {m.announcements_older()}
          </Button>
        )}
      </div>
    </>
  );
}

function Row({ announcement, onOpen }: { announcement: AnnouncementView; onOpen: () => void }) {
  const { title, text, priority, createdAt, picture, readAt } = announcement;
  const { Icon, ink, sentence } = priorityLooks[priority];
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classNames(
        "flex w-full gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-hover",
        readAt === null && "bg-selected",
      )}
    >
      <Icon aria-hidden="true" size={17} className={classNames("mt-0.5 shrink-0", ink)} />
      <span className="min-w-0 flex-1">
        <span className="flex items-start gap-2">
          <span
            className={classNames("flex-1 [overflow-wrap:anywhere]", readAt === null ? "font-semibold" : "font-medium")}
          >
            {title}
          </span>
          {readAt === null && (
            <>
              <Dot className="mt-1.5" />
              <span className="sr-only">{m.announcements_unread_one()}</span>
            </>
          )}
        </span>
        <span className="line-clamp-2 text-ink-2 text-sm [overflow-wrap:anywhere]">{text}</span>
        <span className="flex flex-wrap items-center gap-x-1 pt-0.5 text-ink-3 text-xs">
          {sentence()} · {moment(createdAt)}
          {picture && (
            <span className="inline-flex items-center gap-1">
              · <Image aria-hidden="true" size={13} /> {m.announcements_with_picture()}
            </span>
          )}
        </span>
      </span>
    </button>
  );
}
