import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Switch } from "../../ui/toggles.tsx";
import { keyCaps, placeNames, places, readSingleKeys, shortcuts, storeSingleKeys } from "./shortcuts.ts";

/** Every key of the desk, from the table the handlers ask. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [single, setSingle] = useState(readSingleKeys);
  const all = Object.entries(shortcuts);
  return (
    <Dialog open={open} onClose={onClose} title={m.keys_title()} size="medium">
      <div className="columns-1 gap-8 sm:columns-2">
        {places.map((place) => (
          <section key={place} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 font-medium text-ink-3 text-xs tracking-normal">{placeNames[place]()}</h3>
            <dl className="flex flex-col">
              {all
                .filter(([, shortcut]) => shortcut.place === place)
                .map(([id, { keys, label }]) => (
                  <div key={id} className="flex items-center gap-3 border-line border-b py-1.5">
                    <dt className="min-w-0 flex-1">{label()}</dt>
                    <dd className="flex shrink-0 items-center gap-1">
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={m.keys_single()}
        checked={single}
        onChange={(on) => {
          storeSingleKeys(on);
          setSingle(on);
        }}
      />
      <p className="mt-1 text-ink-3 text-xs">{m.keys_single_hint()}</p>
    </Dialog>
  );
}

/** One of several keys, or one after the other. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <span key={key} className="flex items-center gap-1">
      {index > 0 && <span className="sr-only">{m.keys_or()}</span>}
      {keyCaps(key).map((cap, place) => (
        <span key={cap} className="flex items-center gap-1">
          {place > 0 && key.includes(" ") && <span className="text-2xs text-ink-3">{m.keys_then()}</span>}
          <Kbd>{cap}</Kbd>
        </span>
      ))}
    </span>
  ));
}
