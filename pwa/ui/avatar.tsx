import { UserRound } from "lucide-react";
import { type CSSProperties, type ReactNode, useState } from "react";
import { avatarHue, initials } from "./avatar-look.ts";
import { classNames } from "./class-names.ts";

const sizes = {
  18: "size-4.5 text-[8.5px] tracking-normal",
  24: "size-6 text-[10px]",
  32: "size-8 text-xs",
  40: "size-10 text-base",
  48: "size-12 text-lg",
  64: "size-16 text-2xl",
};

/** Placed outside the initials: a circle of 40 px has room for both. */
const glyphPlaces = "absolute -right-1.25 -bottom-1.25 grid size-4.25 place-items-center rounded-full";

type AvatarProps = {
  /** Determines the hue: the same id has the same colour everywhere. */
  id: string;
  name: string;
  picture?: string | null;
  size?: keyof typeof sizes;
  /** A small icon at the lower right corner. */
  glyph?: ReactNode;
  className?: string;
};

/**
 * Draws a picture or initials, hidden from screen readers; where it stands alone, the caller gives the accessible
 * name.
 */
export function Avatar({ id, name, picture, size = 40, glyph, className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      style={{ "--hue": avatarHue(id) } as CSSProperties}
      className={classNames(
        "avatar-hue relative grid shrink-0 select-none place-items-center rounded-full font-semibold tracking-tight",
        sizes[size],
        className,
      )}
    >
      <Face picture={picture ?? null} name={name} />
      {glyph && <span className={classNames(glyphPlaces, "bg-surface text-ink-2 ring-1 ring-line")}>{glyph}</span>}
    </span>
  );
}

/** Shows the initials also when the picture fails to load, for example offline when the browser has not cached it. */
function Face({ picture, name }: { picture: string | null; name: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!picture || picture === broken) {
    // A name that is a phone number has no initials.
    return /\p{L}/u.test(name) ? initials(name) : <UserRound size="55%" strokeWidth={1.8} />;
  }
  return (
    <img
      src={picture}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-full rounded-full object-cover"
      onError={() => setBroken(picture)}
    />
  );
}
