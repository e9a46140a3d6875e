import { useState } from "react";
import { MediaViewer } from "../media/media-viewer.tsx";
import { seenMedia } from "../media/seen-media.ts";

/** Returns how to open the media of a thread at one of its messages, and the viewer while it is open. */
export function useMediaViewer(messages: Parameters<typeof seenMedia>[0]) {
  const [startId, view] = useState<string | null>(null);
  const viewer = startId && <MediaViewer items={seenMedia(messages)} startId={startId} onClose={() => view(null)} />;
  return { view, viewer };
}
