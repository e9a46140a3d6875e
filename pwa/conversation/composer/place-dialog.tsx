import { LocateFixed } from "lucide-react";
import { type Place, writePlace } from "../../../contracts/desk/bodies/places.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useKeptValues } from "../../session/use-form-draft.ts";
import { Button } from "../../ui/button.tsx";
import { LeaveButton } from "../../ui/fields/kept-form.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Dialog } from "../../ui/layers/dialog.tsx";
import { LocationCard } from "../media/location-card.tsx";
import { type Coordinates, isShortLink, readPasted } from "./pasted-place.ts";
import { type PositionProblem, useOwnPosition } from "./use-own-position.ts";

const problems: Record<PositionProblem, () => string> = {
  denied: m.tickets_place_denied,
  missing: m.tickets_place_missing,
};

type PlaceDialogProps = {
  /** Names the kept form, with its conversation. */
  keep: string;
  onClose: () => void;
  onSend: (place: Place) => void;
  sendLabel: string;
};

/** Sends a location: this device's position, or one pasted from a map. */
export function PlaceDialog({ keep, onClose, onSend, sendLabel }: PlaceDialogProps) {
  const { values, set, kept, forget } = useKeptValues(keep, { pasted: "", name: "", address: "" });
  const { pasted, name, address } = values;
  const own = useOwnPosition((found) => set({ pasted: written(found) }));
  const coordinates = readPasted(pasted);
  const place = coordinates && { ...coordinates, name: name.trim(), address: address.trim() };
  function send(found: Place) {
    forget();
    onSend(found);
  }
  const problem = own.state === "denied" || own.state === "missing" ? problems[own.state]() : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.tickets_place_title()}
      kept={kept}
      footer={
        <>
          <LeaveButton kept={kept} onClose={onClose} />
          <Button kind="primary" disabled={!place} onClick={() => place && send(place)}>
            {sendLabel}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (place) send(place);
        }}
      >
        <div className="flex flex-col items-start gap-2">
          <Button
            icon={<LocateFixed aria-hidden="true" size={16} />}
            busy={own.state === "asking" && m.tickets_place_asking()}
            onClick={own.ask}
          >
            {m.tickets_place_own()}
          </Button>
          {problem && (
            <p role="alert" className="text-danger-ink text-sm">
              {problem}
            </p>
          )}
        </div>
        <TextField
          label={m.tickets_place_pasted()}
          hint={m.tickets_place_pasted_hint()}
          error={pasted.trim() !== "" && !coordinates ? wrongWords(pasted) : undefined}
          value={pasted}
          onChange={(event) => set({ pasted: event.target.value })}
          inputMode="text"
          autoFocus
        />
        <TextField
          label={m.tickets_place_name()}
          value={name}
          maxLength={100}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={m.tickets_place_address()}
          value={address}
          maxLength={300}
          onChange={(event) => set({ address: event.target.value })}
        />
        {place && (
          <div className="self-start rounded-xl bg-bubble-out px-2.75 py-1.5 text-bubble-out-ink">
            <LocationCard body={writePlace(place)} />
          </div>
        )}
        {/* Enter sends. */}
        <button type="submit" hidden disabled={!place} />
      </form>
    </Dialog>
  );
}

const written = ({ latitude, longitude }: Coordinates) => writePlace({ latitude, longitude }).replace(",", ", ");
const wrongWords = (pasted: string) => (isShortLink(pasted) ? m.tickets_place_short_link() : m.tickets_place_wrong());
