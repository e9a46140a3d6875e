import { FileSpreadsheet } from "lucide-react";
import { useRef } from "react";
import { isErrorCode } from "../../../../../contracts/errors.ts";
import type { ImportView } from "../../../../../contracts/marketing/contact-imports.ts";
import { errorMessage } from "../../../../i18n/error-message.ts";
import { m } from "../../../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../../../session/desk.tsx";
import { useCall } from "../../../../session/server-data/use-call.ts";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";

type ChooseFileProps = {
  onFile: (file: File) => Promise<void>;
  /** The import that just failed, or null. */
  problem: ImportView | null;
};

export function ChooseFile({ onFile, problem }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const { linkUp } = useSyncStatus();
  const { busy, failure, call } = useCall();
  const reason = problem?.error && isErrorCode(problem.error) ? errorMessage(problem.error) : null;
  return (
    <>
      {!linkUp && <Notice tone="warn">{m.lists_offline()}</Notice>}
      {problem && !busy && (
        <Notice tone="danger">{m.contacts_import_failed({ name: problem.name, reason: reason ?? "" })}</Notice>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p className="text-ink-2">{m.contacts_import_file_text()}</p>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,.csv,.ods,.vcf,text/vcard"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void call("upload", () => onFile(file));
        }}
      />
      <Button
        kind="primary"
        size="large"
        className="self-center"
        icon={<FileSpreadsheet aria-hidden="true" size={18} />}
        disabled={!linkUp}
        busy={busy !== null && m.contacts_import_uploading()}
        onClick={() => input.current?.click()}
      >
        {m.contacts_import_choose()}
      </Button>
      <p className="text-center text-ink-3 text-xs">{m.contacts_import_limits()}</p>
    </>
  );
}
