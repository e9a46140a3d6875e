import { Pencil } from "lucide-react";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/fields/toggles.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { changeKey, forgetOwnKeys, takenBy } from "./change-keys.ts";
import { changeable, keysOf, onOwnKeys, ownKeys } from "./own-keys.ts";
import { readSingleKeys, storeSingleKeys } from "./pressed.ts";
import { keyCaps, placeNames, places, type ShortcutId, shortcuts } from "./shortcuts.ts";

const all = Object.keys(shortcuts) as ShortcutId[];

/** Lists every shortcut of the table that the handlers use; users may change the letters. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [single, setSingle] = useState(readSingleKeys);
  const [changing, setChanging] = useState<ShortcutId | null>(null);
  const own = useSyncExternalStore(onOwnKeys, ownKeys);
  return (
    <Dialog open={open} onClose={onClose} title={m.keys_title()} size="medium">
      <div className="columns-1 gap-8 sm:columns-2">
        {places.map((place) => (
          <section key={place} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 font-medium text-ink-3 text-xs tracking-normal">{placeNames[place]()}</h3>
            <dl className="flex flex-col">
              {all
                .filter((id) => shortcuts[id].place === place)
                .map((id) => (
                  <div key={id} className="flex min-h-9 items-center gap-3 border-line border-b py-1">
                    <dt className="min-w-0 flex-1">{shortcuts[id].label()}</dt>
                    <dd className="flex shrink-0 items-center gap-1">
                      {changing === id ? (
                        <NewKey id={id} onDone={() => setChanging(null)} />
                      ) : (
                        <>
                          <Keys keys={keysOf(id)} />
                          {changeable.includes(id) && (
                            <IconButton
                              size="small"
                              label={m.keys_change({ name: shortcuts[id].label() })}
                              icon={<Pencil size={13} />}
                              onClick={() => setChanging(id)}
                            />
                          )}
                        </>
                      )}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      {Object.keys(own).length > 0 && (
        <Button size="small" className="mb-4" onClick={forgetOwnKeys}>
          {m.keys_original()}
        </Button>
      )}
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

/** Waits for a letter, and says why a letter is refused. */
function NewKey({ id, onDone }: { id: ShortcutId; onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Tab" || event.key === "Shift") return;
    // The key only becomes the new shortcut; its usual action does not run.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === "Escape") return onDone();
    const isLetter = /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isLetter) return setProblem(m.keys_letters_only());
    const keys = `${event.shiftKey ? "Shift+" : ""}${event.key.toUpperCase()}`;
    const other = takenBy(id, keys);
    const key = keyCaps(keys).join(" ");
    if (other === "go") return setProblem(m.keys_taken_go({ key }));
    if (other) return setProblem(m.keys_taken({ key, name: shortcuts[other].label() }));
    changeKey(id, keys);
    onDone();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, []);
  return (
    <span role="status" className={problem ? "text-danger-ink text-xs" : "text-ink-2 text-xs"}>
      {problem ?? m.keys_press()}
    </span>
  );
}

/** Draws alternative keys, or keys pressed one after the other. */
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
