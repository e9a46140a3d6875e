import { useEffect, useState } from "react";
import { useDesk } from "../../session/desk.tsx";

export type FileUrl = { state: "loading" | "ready" | "absent"; url: string | null };

/** Returns the URL of a file's copy on this device; `absent` when it is not here and cannot be fetched now. */
export function useFileUrl(fileId: string | null, wanted = true): FileUrl {
  const desk = useDesk();
  const [found, setFound] = useState<{ fileId: string; url: string | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = wanted ? fileId : null;
  useEffect(() => {
    if (!asked) return;
    let current = true;
    const settle = (url: string | null) => current && setFound({ fileId: asked, url });
    desk.fileUrl(asked).then(settle, () => settle(null));
    // Retries a failed fetch when the network is back.
    const again = () => attempt < 5 && setAttempt(attempt + 1);
    window.addEventListener("online", again);
    return () => {
      current = false;
      window.removeEventListener("online", again);
    };
  }, [desk, asked, attempt]);
  if (found && found.fileId === asked) return { state: found.url ? "ready" : "absent", url: found.url };
  return { state: "loading", url: null };
}
