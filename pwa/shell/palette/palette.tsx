import { DialogBackdrop, DialogPanel } from "@headlessui/react";
import { Command } from "cmdk";
import { Search, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { searchable, searchWords } from "../../../contracts/search-text.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { Kbd } from "../../ui/kbd.tsx";
import { Layer } from "../../ui/layers/layer.tsx";
import { openLayer } from "../layers.ts";
import { usePaletteActions } from "./palette-actions.ts";
import { ActionRow, Group } from "./palette-rows.tsx";

/** The results for the typed text that the screens offer. */
export type PaletteResults = {
  /** Duration of the search; null before it has answered, and when nothing is typed. */
  tookMs: number | null;
  /** The `value` of each row of `groups`, in their order. */
  values: string[];
  groups: ReactNode;
  /** A row below the palette's actions, chosen when there is no other; null: none. */
  last: { value: string; row: ReactNode } | null;
};

type PaletteProps = {
  open: boolean;
  onClose: () => void;
  onSignOut: () => void;
  /** Searches for the typed text and its words; `done` returns a function that closes the palette and calls `run`. */
  useResults: (text: string, words: readonly string[], done: (run: () => void) => () => void) => PaletteResults;
};

/** Searches screens and actions, and what `useResults` finds. */
export function Palette({ open, ...body }: PaletteProps) {
  return (
    <Layer open={open} onClose={body.onClose} aria-label={m.palette_title()} className="relative z-palette">
      <DialogBackdrop className="fixed inset-0 bg-scrim transition duration-base ease-out starting:opacity-0" />
      <div className="fixed inset-0 flex justify-center sm:p-6 sm:pt-[11vh]">
        <DialogPanel className="flex h-full w-full flex-col overflow-hidden bg-raised pt-[env(safe-area-inset-top)] shadow-float transition duration-base ease-out starting:translate-y-2 starting:opacity-0 sm:h-fit sm:max-h-full sm:max-w-[680px] sm:rounded-xl sm:pt-0 forced-colors:border">
          <PaletteBody {...body} />
        </DialogPanel>
      </div>
    </Layer>
  );
}

function PaletteBody({ onClose, onSignOut, useResults }: Omit<PaletteProps, "open">) {
  const [text, setText] = useState("");
  const [moved, setMoved] = useState("");
  const [hasMoved, setHasMoved] = useState(false);
  const typed = text.trim();
  const words = useMemo(() => searchWords(typed), [typed]);
  const done = (run: () => void) => () => {
    onClose();
    run();
  };
  const results = useResults(typed, words, done);
  const actions = usePaletteActions({ onSignOut }).filter(({ label }) =>
    words.every((word) => searchable(label).includes(word)),
  );
  const values = [...results.values, ...actions.map(({ id }) => `action ${id}`)];
  const { last } = results;
  // Results arrive after the keystroke: until the user moves the selection, Enter chooses the first row.
  const chosen = hasMoved && (moved === last?.value || values.includes(moved)) ? moved : (values[0] ?? last?.value);
  return (
    <Command
      shouldFilter={false}
      loop
      vimBindings={false}
      label={m.palette_title()}
      value={chosen ?? ""}
      onValueChange={(next) => hasMoved && setMoved(next)}
      onKeyDownCapture={(event) => event.key.startsWith("Arrow") && setHasMoved(true)}
      onPointerMoveCapture={() => setHasMoved(true)}
      className="flex min-h-0 flex-col"
    >
      <PaletteField
        text={text}
        onText={(next) => {
          setText(next);
          setHasMoved(false);
        }}
        tookMs={results.tookMs}
        onClose={onClose}
      />
      <Command.List label={m.palette_results()} className="min-h-0 overflow-y-auto overscroll-contain p-2">
        {/* Shown only after a search has answered: before that, nothing is known to be missing. */}
        {values.length === 0 && results.tookMs !== null && <p className="px-2.5 py-3 text-ink-3">{m.palette_none()}</p>}
        {results.groups}
        <Group heading={m.palette_do()} shown={actions.length > 0}>
          {actions.map((action) => (
            <ActionRow key={action.id} action={action} words={words} onSelect={done(action.run)} />
          ))}
        </Group>
        {last?.row}
      </Command.List>
      <PaletteFoot onKeys={done(() => openLayer("shortcuts"))} />
    </Command>
  );
}

type PaletteFieldProps = { text: string; onText: (text: string) => void; tookMs: number | null; onClose: () => void };

function PaletteField({ text, onText, tookMs, onClose }: PaletteFieldProps) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-line border-b px-4">
      <Search aria-hidden="true" size={19} className="shrink-0" />
      <Command.Input
        autoFocus
        value={text}
        onValueChange={onText}
        placeholder={m.palette_placeholder()}
        aria-label={m.palette_title()}
        className="min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-3"
      />
      {tookMs !== null && (
        <span role="status" className="shrink-0 rounded-full px-2 py-0.5 text-ink-2 text-xs line-ring max-sm:hidden">
          {m.search_took({ ms: Math.max(1, Math.round(tookMs)) })}
        </span>
      )}
      <button type="button" aria-label={m.ui_close()} onClick={onClose} className="shrink-0 touch:p-3">
        <span className="touch:hidden">
          <Kbd>Esc</Kbd>
        </span>
        <X aria-hidden="true" size={20} className="hidden text-ink-2 touch:block" />
      </button>
    </div>
  );
}

function PaletteFoot({ onKeys }: { onKeys: () => void }) {
  return (
    <div className="flex h-9 shrink-0 items-center gap-4 border-line border-t bg-sunken px-4 text-ink-2 text-xs touch:hidden">
      <span className="flex items-center gap-1">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {m.palette_choose()}
      </span>
      <span className="flex items-center gap-1">
        <Kbd>Enter</Kbd> {m.palette_enter()}
      </span>
      <span className="flex-1" />
      <button type="button" onClick={onKeys} className="flex items-center gap-1">
        <Kbd>?</Kbd> {m.palette_keys()}
      </button>
    </div>
  );
}
