const paths = {
  whatsapp:
    "M4 20l1.2-4A8.2 8.2 0 1 1 8.3 19zM9.2 8.3c-.3 3.3 3.2 6.7 6.4 6.4l.4-1.9-2.1-.8-.9.9c-1-.4-1.7-1.1-2.1-2.1l.9-.9-.8-2.1z",
  instagram:
    "M7.5 4h9A3.5 3.5 0 0 1 20 7.5v9a3.5 3.5 0 0 1-3.5 3.5h-9A3.5 3.5 0 0 1 4 16.5v-9A3.5 3.5 0 0 1 7.5 4M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M16.5 7.5h.01",
  facebook: "M15.5 4.5h-2A3.5 3.5 0 0 0 10 8v12.5M6.5 12h7.5",
};
export type GlyphName = keyof typeof paths;

const names: Record<GlyphName, string> = { whatsapp: "WhatsApp", instagram: "Instagram", facebook: "Facebook" };

/** Draws the icon of a channel. Screen readers read it only when it stands alone. */
export function ChannelGlyph({
  name,
  size = 11,
  spoken = false,
}: {
  name: GlyphName;
  size?: number;
  spoken?: boolean;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={spoken ? "img" : undefined}
      aria-label={spoken ? names[name] : undefined}
      aria-hidden={spoken ? undefined : true}
      className="shrink-0"
    >
      <path d={paths[name]} />
    </svg>
  );
}
