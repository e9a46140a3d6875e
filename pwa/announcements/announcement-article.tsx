import type { ReactNode } from "react";
import type { AnnouncementPriority } from "../../contracts/office/announcements.ts";
import { LinkedText } from "../conversation/text/linked-text.tsx";
import { moment } from "../i18n/full-dates.ts";
import { PriorityChip } from "./priority.tsx";

type AnnouncementArticleProps = {
  title: string;
  text: string;
  priority: AnnouncementPriority;
  createdAt: string;
  picture?: ReactNode;
};

/** Shows an announcement as everyone reads it: plain text with links. */
export function AnnouncementArticle({ title, text, priority, createdAt, picture }: AnnouncementArticleProps) {
  return (
    <article className="line-ring overflow-hidden rounded-lg max-sm:rounded-none max-sm:shadow-none!">
      {picture}
      <div className="flex flex-col gap-1.5 p-3.5 max-sm:px-5">
        <div className="flex items-center justify-between gap-2">
          <PriorityChip priority={priority} />
          <time dateTime={createdAt} className="text-ink-3 text-xs tabular-nums">
            {moment(createdAt)}
          </time>
        </div>
        <h3 className="font-semibold text-base tracking-tight [overflow-wrap:anywhere] max-sm:text-xl">{title}</h3>
        <p className="whitespace-pre-wrap text-ink-2 text-sm [overflow-wrap:anywhere] max-sm:text-base max-sm:text-ink">
          <LinkedText text={text} />
        </p>
      </div>
    </article>
  );
}
