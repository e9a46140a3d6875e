import { Copy, RefreshCw } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { latePart } from "../late-part.ts";
import { toast } from "../toasts/toast.tsx";
import type { ArtSubject } from "./counter-art.tsx";

/** The pictures are no part of the first load. Their place is kept, and a page without them is complete. */
const counterArt = latePart(async () => (await import("./counter-art.tsx")).CounterArt);

function Art({ subject }: { subject: ArtSubject }) {
  const CounterArt = useSyncExternalStore(counterArt.subscribe, counterArt.get);
  return CounterArt ? <CounterArt subject={subject} /> : <div className="h-37.5 w-55 shrink-0" />;
}

type EmptyStateProps = {
  /** The picture for a whole page; lists have none. */
  art?: ArtSubject;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Below the actions: a code, or the keys to press. */
  footnote?: ReactNode;
  className?: string;
};

/** Draws an empty state: one picture, one sentence, one next action. */
export function EmptyState({ art, title, children, actions, footnote, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "flex min-h-0 flex-1 flex-col items-center justify-center gap-1.5 overflow-y-auto p-6 text-center",
        className,
      )}
    >
      {art && <Art subject={art} />}
      <h2 className={art ? "mt-3 text-xl" : "text-lg"}>{title}</h2>
      {children && <div className="max-w-108 text-ink-3">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
      {footnote && <div className="mt-4.5 max-w-120 text-ink-3 text-xs">{footnote}</div>}
    </div>
  );
}

type ErrorStateProps = {
  title: string;
  children: ReactNode;
  code: string;
  /** Returns the text that "Copiar diagnóstico" copies; it must contain no messages and no names. */
  diagnosis: () => string;
  onRetry: () => void;
};

/** Draws an error: what happened, that pending actions are safe, and what to do. */
export function ErrorState({ title, children, code, diagnosis, onRetry }: ErrorStateProps) {
  async function copy() {
    await navigator.clipboard.writeText(diagnosis());
    toast.success(m.ui_diagnosis_copied());
  }
  return (
    <div role="alert" className="flex min-h-0 flex-1">
      <EmptyState
        art="alarm"
        title={title}
        footnote={m.ui_diagnosis_note({ code })}
        actions={
          <>
            <Button icon={<Copy size={15} />} onClick={copy}>
              {m.ui_copy_diagnosis()}
            </Button>
            <Button kind="primary" icon={<RefreshCw size={15} />} onClick={onRetry}>
              {m.ui_try_again()}
            </Button>
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
