import { useEffect, useId, useState } from "react";
import type { DeviceSpace } from "../../../../sync/client/index.ts";
import { fileSize } from "../../../conversation/media/file-check.ts";
import { languageTag } from "../../../i18n/language.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toasts/toast.tsx";

/** Shows what the desk uses on this device and by what, and deletes the downloaded files. */
export function DeviceSpaceSection() {
  const desk = useDesk();
  const titleId = useId();
  const [space, setSpace] = useState<DeviceSpace | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isGone = false;
    desk.space().then((read) => {
      if (!isGone) setSpace(read);
    }, console.error);
    return () => {
      isGone = true;
    };
  }, [desk]);

  async function handleDelete() {
    setBusy(true);
    try {
      await desk.deleteDownloads();
      const left = await desk.space();
      setSpace(left);
      if (left.files === 0) toast.success(m.device_space_deleted());
    } finally {
      setBusy(false);
    }
  }

  if (!space) return null;
  const size = (bytes: number) => fileSize(bytes, languageTag());
  const { usage, quota, files, unsent, isPersistent } = space;
  const uses = [
    { name: m.device_space_files(), bytes: files },
    { name: m.device_space_unsent(), bytes: unsent },
    // The browser rounds what it says, or has not counted the latest files yet.
    ...(usage === null ? [] : [{ name: m.device_space_rest(), bytes: Math.max(0, usage - files - unsent) }]),
  ];
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2 border-line border-t pt-4 text-sm">
      <h3 id={titleId} className="font-medium">
        {m.device_space_title()}
      </h3>
      <p className="text-ink-2">
        {usage !== null && quota !== null
          ? m.device_space_used({ used: size(usage), quota: size(quota) })
          : m.device_space_unknown()}
      </p>
      <dl className="flex flex-col gap-1">
        {uses.map(({ name, bytes }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="shrink-0 tabular-nums">{size(bytes)}</dd>
          </div>
        ))}
      </dl>
      {isPersistent === false && <p className="text-ink-2">{m.device_space_not_persistent()}</p>}
      {files > 0 && (
        <div className="flex flex-col items-start gap-1">
          <Button busy={isBusy && m.device_space_delete()} onClick={() => void handleDelete()}>
            {m.device_space_delete()}
          </Button>
          <p className="text-ink-3 text-xs">{m.device_space_delete_hint()}</p>
        </div>
      )}
    </section>
  );
}
