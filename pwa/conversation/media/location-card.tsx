import { ExternalLink, MapPin } from "lucide-react";
import { readPlace } from "../../../contracts/desk/bodies/places.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { mapAddress } from "./map-address.ts";

/** Shows a location on a drawn map. No map host is contacted before the link is clicked. */
export function LocationCard({ body }: { body: string }) {
  const place = readPlace(body);
  return (
    <span className="block w-64 max-w-full py-0.5">
      <MapArt />
      <b className="mt-1.5 block truncate font-medium leading-4.5">{place?.name || m.tickets_media_location()}</b>
      {place?.address && <span className="block text-xs leading-4 opacity-85">{place.address}</span>}
      {place && (
        <a
          href={mapAddress(place)}
          target="_blank"
          rel="noreferrer noopener"
          className="mt-1 inline-flex items-center gap-1 text-bubble-link text-sm underline underline-offset-2 touch:py-2"
        >
          {m.tickets_open_map()}
          <ExternalLink aria-hidden="true" size={13} />
        </a>
      )}
    </span>
  );
}

/** Draws streets, a park and water in the app's colours as a symbol for a map, not the real place. */
function MapArt() {
  return (
    <span aria-hidden="true" className="relative block h-26 overflow-hidden rounded-lg bg-sunken">
      <svg
        aria-hidden="true"
        viewBox="0 0 256 104"
        preserveAspectRatio="xMidYMid slice"
        className="size-full"
        fill="none"
      >
        <path d="M0 104 0 78 52 66 96 104Z" className="fill-info-soft" />
        <path d="M168 0h88v44l-70 10z" className="fill-success-soft" />
        <g className="stroke-surface" strokeWidth="7">
          <path d="M-8 40 264 18M64-8 92 112M150-8 178 112M-8 92 264 66" />
        </g>
        <g className="stroke-line-strong" strokeWidth="1" strokeDasharray="4 5">
          <path d="M-8 40 264 18M64-8 92 112M150-8 178 112M-8 92 264 66" />
        </g>
      </svg>
      <MapPin
        size={30}
        className="absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-full fill-danger-soft text-danger-ink"
      />
    </span>
  );
}
