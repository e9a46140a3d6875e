import type { Ref } from "react";

type FileInputProps = {
  ref: Ref<HTMLInputElement>;
  label: string;
  camera?: boolean;
  onFiles: (files: Iterable<File>) => void;
};

/** A hidden input; a button opens it with `click`. */
export function FileInput({ ref, label, camera = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      {...(camera ? { accept: "image/*", capture: "environment" } : { multiple: true })}
      onChange={(event) => {
        onFiles(event.target.files ?? []);
        event.target.value = "";
      }}
    />
  );
}
