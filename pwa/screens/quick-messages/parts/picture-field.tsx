import { ImagePlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { pictureExtensions, pictureTypes } from "../../../../contracts/pictures.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { useDesk } from "../../../session/desk.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

/** `kept` and `shown`: the picture stored before, by its id or by its address. */
export type ChosenPicture =
  | { kind: "none" }
  | { kind: "kept"; id: string; name: string }
  | { kind: "shown"; url: string | null; name: string }
  | { kind: "new"; blob: Blob; name: string };

type PictureFieldProps = {
  value: ChosenPicture;
  onChange: (value: ChosenPicture) => void;
  /** True when no picture can be chosen or removed. */
  disabled?: boolean;
};

/** Draws a field for one picture, png or jpeg; the server checks its content again. */
export function PictureField({ value, onChange, disabled }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  const url = useAddress(value);

  function handleFile(file: File | undefined) {
    if (!file) return;
    const fits = pictureTypes.includes(file.type);
    setRefused(!fits);
    if (fits) onChange({ kind: "new", blob: file, name: file.name });
  }

  return (
    <div className="flex flex-col gap-1.25">
      <span className="font-medium text-ink-2 text-xs">{m.quick_messages_picture()}</span>
      <input
        ref={input}
        type="file"
        accept={pictureExtensions}
        hidden
        onChange={(event) => {
          handleFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {value.kind === "none" ? (
        <Button
          className="self-start"
          icon={<ImagePlus aria-hidden="true" size={15} />}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {m.quick_messages_picture_choose()}
        </Button>
      ) : (
        <span className="line-ring flex w-fit max-w-full items-center gap-3 rounded-lg p-2">
          {url && <img decoding="async" src={url} alt="" className="size-14 rounded-md object-cover" />}
          <span className="min-w-0 truncate text-sm">{value.name}</span>
          <IconButton
            label={m.quick_messages_picture_remove()}
            icon={<X size={16} />}
            disabled={disabled}
            onClick={() => onChange({ kind: "none" })}
          />
        </span>
      )}
      <span role="alert" className={isRefused ? "text-danger-ink text-xs" : "text-ink-3 text-xs"}>
        {m.quick_messages_picture_types()}
      </span>
    </div>
  );
}

function useAddress(value: ChosenPicture): string | null {
  const desk = useDesk();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    setUrl(null);
    if (value.kind === "new") {
      const made = URL.createObjectURL(value.blob);
      setUrl(made);
      return () => URL.revokeObjectURL(made);
    }
    if (value.kind === "shown") setUrl(value.url);
    if (value.kind !== "kept") return;
    let isOver = false;
    // The file is neither on this device nor reachable: only its name is shown.
    desk.fileUrl(value.id).then(
      (found) => !isOver && setUrl(found),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [value, desk]);
  return url;
}
