import type { AnnouncementView } from "../../sync/client/index.ts";
import { useFileUrl } from "../conversation/media/use-file-url.ts";
import { m } from "../i18n/paraglide/messages.js";
import { useLinkUp } from "../session/desk.tsx";
import { AnnouncementArticle } from "./announcement-article.tsx";

/** Shows one announcement; its picture is kept on this device once it was seen. */
export function Reading({ announcement }: { announcement: AnnouncementView }) {
  const { title, picture } = announcement;
  const { state, url } = useFileUrl(picture?.fileId ?? null);
  return (
    <AnnouncementArticle
      {...announcement}
      picture={
        picture &&
        (url ? (
          <img
            src={url}
            alt={m.announcements_picture_of({ title })}
            decoding="async"
            className="max-h-80 w-full bg-sunken object-contain"
          />
        ) : (
          <p role="status" className="grid min-h-24 place-items-center bg-sunken px-4 text-center text-ink-3 text-xs">
            {state === "absent" ? m.announcements_picture_missing() : m.ui_loading()}
          </p>
        ))
      }
    />
  );
}

export function ReadingFoot({ place, count }: { place: number; count: number }) {
  const linkUp = useLinkUp();
  return (
    <div className="flex items-center justify-between gap-3 border-line border-t px-4 py-2.5 text-ink-3 text-xs">
      <span>{linkUp ? m.announcements_read_here() : m.announcements_read_offline()}</span>
      <span className="shrink-0 tabular-nums">{m.announcements_place({ place, count })}</span>
    </div>
  );
}
