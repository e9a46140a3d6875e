import { MapPin } from "lucide-react";
import { m } from "../../../i18n/paraglide/messages.js";
import { Avatar } from "../../../ui/avatar.tsx";
import { maskPhone } from "../contact/phone-number.ts";
import { readContactCard, readLocation } from "./cards.ts";

/** A contact somebody passed on. */
export function ContactCard({ body }: { body: string }) {
  const { name, number } = readContactCard(body);
  return (
    <span className="flex min-w-50 items-center gap-3 py-1">
      <Avatar id={number || name} name={name} size={40} />
      <span className="min-w-0">
        <b className="block truncate font-medium leading-4.5">{name || m.tickets_media_contact()}</b>
        {number && <span className="text-xs tabular-nums opacity-85">{maskPhone(number)}</span>}
      </span>
    </span>
  );
}

/** A place: opens in whatever the device opens places with. */
export function LocationCard({ body }: { body: string }) {
  const place = readLocation(body);
  return (
    <span className="flex min-w-50 items-center gap-3 py-1">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-info-soft text-danger-ink">
        <MapPin aria-hidden="true" size={20} />
      </span>
      <span className="min-w-0">
        <b className="block truncate font-medium leading-4.5">{place?.name || m.tickets_media_location()}</b>
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
