import { Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { fileProblemText } from "../../../conversation/composer/file-problem-text.ts";
import { type FileProblem, fileProblem } from "../../../conversation/media/file-check.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CallDialog } from "../../lists/index.ts";
import { campaignCalls } from "../parts/campaign-calls.ts";

/** Draws the button that chooses the campaign's file; it is uploaded when the campaign is saved. */
export function AttachButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  function handleFile(file: File | undefined) {
    if (!file) return;
    const found = fileProblem(file);
    setProblem(found);
    if (!found) onFile(file);
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="campaign-file"
        onChange={(event) => {
          handleFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button icon={<Paperclip aria-hidden="true" size={15} />} onClick={() => input.current?.click()}>
        {m.campaigns_attach()}
      </Button>
      {problem && (
        <span role="alert" className="text-danger-ink text-xs">
          {fileProblemText(problem)}
        </span>
      )}
    </>
  );
}

type AttachedFileProps = {
  name: string;
  /** The campaign that has the file; null: it was chosen and is not uploaded. */
  campaignId: string | null;
  disabled: boolean;
  onRemoved: () => void;
};

/** Shows the campaign's file. Removing a file that the server has asks first. */
export function AttachedFile({ name, campaignId, disabled, onRemoved }: AttachedFileProps) {
  const [asks, setAsks] = useState(false);
  return (
    <span className="line-ring inline-flex min-w-0 max-w-full self-start items-center gap-1 rounded-sm bg-sunken pl-2 text-xs">
      <Paperclip aria-hidden="true" size={13} className="shrink-0 text-ink-3" />
      <span className="truncate" title={name}>
        {campaignId ? name : m.campaigns_file_new({ name })}
      </span>
      <IconButton
        size="small"
        label={m.campaigns_file_remove({ name })}
        icon={<X size={14} />}
        disabled={disabled}
        onClick={() => (campaignId ? setAsks(true) : onRemoved())}
      />
      {asks && campaignId && (
        <CallDialog
          title={m.campaigns_file_remove_title({ name })}
          confirmLabel={m.campaigns_file_remove_confirm()}
          onConfirm={() => campaignCalls.detach(campaignId)}
          onDone={() => {
            setAsks(false);
            onRemoved();
          }}
          onClose={() => setAsks(false)}
        >
          {m.campaigns_file_remove_text()}
        </CallDialog>
      )}
    </span>
  );
}
