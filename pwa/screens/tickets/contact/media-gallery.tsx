import { FileText, Play } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { strangerName } from "../../../../contracts/texts/stranger-text.ts";
import type { TicketView } from "../../../../sync/client/index.ts";
import { useUnshown } from "../../../conversation/media/cannot-show.tsx";
import { MediaViewer } from "../../../conversation/media/media-viewer.tsx";
import { useFileUrl } from "../../../conversation/media/use-file-url.ts";
import { moment } from "../../../i18n/full-dates.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useServerData } from "../../../session/server-data/use-server-data.ts";
import { ServerNotice } from "../../../session/server-notice.tsx";
import { Button } from "../../../ui/button.tsx";
import { DrawerSection } from "./drawer-section.tsx";

const Page = v.object({
  messages: v.array(
    v.object({
      id: v.string(),
      fileId: v.optional(v.nullable(v.string()), null),
      mediaType: v.string(),
      mediaName: v.optional(v.nullable(v.string()), ""),
      createdAt: v.string(),
    }),
  ),
  hasMore: v.boolean(),
});
type Item = v.InferOutput<typeof Page>["messages"][number];
const read = (answer: unknown) => v.parse(Page, answer);

/** Shows pictures, videos and documents of all of the contact's conversations that the user may read. */
export function MediaGallery({ ticket }: { ticket: TicketView }) {
  const [page, setPage] = useState(1);
  const media = useServerData(`/messages/${ticket.id}/media?pageNumber=${page}`, read);
  const [open, setOpen] = useState<Item | null>(null);
  return (
    <DrawerSection title={m.tickets_media()}>
      {media.data ? (
        <>
          {media.data.messages.length === 0 && <p className="text-ink-3 text-xs">{m.tickets_media_none()}</p>}
          <ul className="grid grid-cols-4 gap-1.5">
            {media.data.messages.map((item) => (
              <li key={item.id}>
                <Tile item={item} onOpen={() => setOpen(item)} />
              </li>
            ))}
          </ul>
          {(page > 1 || media.data.hasMore) && (
            <div className="mt-2 flex justify-between">
              <Button size="small" kind="ghost" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {m.tickets_newer()}
              </Button>
              <Button size="small" kind="ghost" disabled={!media.data.hasMore} onClick={() => setPage(page + 1)}>
                {m.tickets_older()}
              </Button>
            </div>
          )}
        </>
      ) : (
        <ServerNotice data={media} />
      )}
      {open && media.data && (
        <MediaViewer items={media.data.messages.map(viewed)} startId={open.id} onClose={() => setOpen(null)} />
      )}
    </DrawerSection>
  );
}

const viewed = (item: Item) => ({ ...item, name: nameOf(item), title: nameOf(item) });

const nameOf = (item: Item) => strangerName(item.mediaName ?? "") || m.tickets_media_document();

function Tile({ item, onOpen }: { item: Item; onOpen: () => void }) {
  const picture = item.mediaType === "image";
  const file = useFileUrl(item.fileId, picture);
  const { isUnshown, onUnshown } = useUnshown(file.url ?? "");
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={`${nameOf(item)}, ${moment(item.createdAt)}`}
      className="grid aspect-square w-full place-items-center overflow-hidden rounded-md bg-sunken text-ink-2"
    >
      {picture && file.url && !isUnshown ? (
        <img src={file.url} alt="" decoding="async" onError={onUnshown} className="size-full object-cover" />
      ) : item.mediaType === "video" ? (
        <Play aria-hidden="true" size={20} />
      ) : (
        <FileText aria-hidden="true" size={20} />
      )}
    </button>
  );
}
