import { Paperclip, X } from "lucide-react";
import { useId, useRef } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

type FileFieldProps = {
  file: File | null;
  onChange: (file: File | null) => void;
  problem: string | undefined;
  disabled: boolean;
};

/** Draws a field for one file of any type: the server checks its content. */
export function FileField({ file, onChange, problem, disabled }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  return (
    <div className="flex flex-col gap-1.25">
      <span className="font-medium text-ink-2 text-xs">{m.messages_api_file()}</span>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          onChange(event.target.files?.[0] ?? null);
          event.target.value = "";
        }}
      />
      {file ? (
        <span className="line-ring flex w-fit max-w-full items-center gap-2 rounded-md py-1 pr-1 pl-3">
          <span className="min-w-0 truncate text-sm">{file.name}</span>
          <IconButton
            size="small"
            label={m.messages_api_file_remove()}
            icon={<X size={15} />}
            disabled={disabled}
            onClick={() => onChange(null)}
          />
        </span>
      ) : (
        <Button
          className="self-start"
          icon={<Paperclip aria-hidden="true" size={15} />}
          disabled={disabled}
          aria-describedby={problem ? problemId : undefined}
          onClick={() => input.current?.click()}
        >
          {m.messages_api_file_choose()}
        </Button>
      )}
      <span id={problemId} role="alert" className="text-danger-ink text-xs">
        {problem}
      </span>
    </div>
  );
}
