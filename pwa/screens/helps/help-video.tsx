import { ExternalLink, Play, WifiOff } from "lucide-react";
import { useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";

type HelpVideoProps = { title: string; code: string };

/** Shows a poster of ours; the player, and with it the first request to YouTube, comes with a click. */
export function HelpVideo({ title, code }: HelpVideoProps) {
  const { linkUp } = useSyncStatus();
  const [isPlaying, setPlaying] = useState(false);
  const video = encodeURIComponent(code);
  return (
    <div className="flex w-full max-w-160 flex-col items-start gap-2.5">
      <div className="relative aspect-video w-full overflow-hidden rounded-lg bg-sunken">
        {isPlaying ? (
          <iframe
            title={title}
            src={`https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            // The player refuses to play without knowing the embedding site.
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            className="absolute inset-0 size-full border-0"
          />
        ) : (
          <Poster title={title} disabled={!linkUp} onPlay={() => setPlaying(true)} />
        )}
      </div>
      <a
        href={`https://www.youtube.com/watch?v=${video}`}
        target="_blank"
        rel="noopener noreferrer"
        className="control-ring inline-flex h-(--control) items-center gap-2 rounded-md px-3 font-medium text-sm hover:bg-hover"
      >
        <ExternalLink aria-hidden="true" size={15} />
        {m.helps_watch()}
        <span className="sr-only">{title}</span>
      </a>
    </div>
  );
}

function Poster({ title, disabled, onPlay }: { title: string; disabled: boolean; onPlay: () => void }) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-label={disabled ? undefined : m.helps_play({ title })}
      onClick={onPlay}
      className="line-ring group absolute inset-0 flex flex-col items-center justify-center gap-3 rounded-lg bg-primary-soft px-6 text-center text-on-primary-soft -outline-offset-4 disabled:bg-sunken disabled:text-ink-2"
    >
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-primary text-on-primary group-enabled:group-hover:bg-primary-hover group-disabled:bg-line group-disabled:text-ink-2"
      >
        {disabled ? <WifiOff size={24} /> : <Play size={24} className="ml-0.5 fill-current" />}
      </span>
      <span className="max-w-100 text-md">{disabled ? m.helps_video_offline() : title}</span>
      {!disabled && <span className="text-xs">{m.helps_play_note()}</span>}
    </button>
  );
}
