import { Paperclip } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";

type DropZoneProps = { enabled: boolean; onFiles: (files: File[]) => void; children: ReactNode };

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;

/** Attaches files dropped anywhere on the conversation; the composer's attach button does the same. */
export function DropZone({ enabled, onFiles, children }: DropZoneProps) {
  const zone = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const drop = useEffectEvent((files: File[]) => onFiles(files));
  useEffect(() => {
    const element = zone.current;
    if (!element || !enabled) return;
    const stop = new AbortController();
    const { signal } = stop;
    const dragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const dragLeave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      drop([...(event.dataTransfer?.files ?? [])]);
    };
    element.addEventListener("dragover", dragOver, { signal });
    element.addEventListener("dragleave", dragLeave, { signal });
    element.addEventListener("drop", dropped, { signal });
    return () => stop.abort();
  }, [enabled]);
  return (
    <div ref={zone} className="relative flex min-h-0 flex-1 flex-col">
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-drawer grid place-items-center rounded-lg border-2 border-primary bg-surface/90">
          <span className="flex items-center gap-2 font-medium text-lg text-primary-ink">
            <Paperclip aria-hidden="true" size={20} />
            {m.tickets_drop_here()}
          </span>
        </div>
      )}
    </div>
  );
}
