import { MapPin } from "lucide-react";
import { readPlace } from "../../../../sync/contracts/places.ts";
import { m } from "../../../i18n/paraglide/messages.js";

/** A place: opens in whatever the device opens places with. */
export function LocationCard({ body }: { body: string }) {
  const place = readPlace(body);
  return (
    <span className="flex min-w-50 items-center gap-3 py-1">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-info-soft text-danger-ink">
        <MapPin aria-hidden="true" size={20} />
      </span>
      <span className="min-w-0">
        <b className="block truncate font-medium leading-4.5">{place?.name || m.tickets_media_location()}</b>
        {place?.address && <span className="block text-xs leading-4 opacity-85">{place.address}</span>}
        {place && (
          <a
            href={`geo:${place.latitude},${place.longitude}`}
            className="text-bubble-link text-xs tabular-nums underline underline-offset-2"
          >
            {place.latitude}, {place.longitude}
          </a>
        )}
      </span>
    </span>
  );
}
