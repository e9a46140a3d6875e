import { CircleAlert, MicOff } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { AttachedBar } from "./attached-bar.tsx";
import { fileProblemText } from "./file-problem-text.ts";
import type { RecordingProblem, useRecording } from "./recording/use-recording.ts";
import type { useAttachments } from "./use-attachments.ts";

const recordingWords: Record<RecordingProblem, () => string> = {
  denied: m.tickets_mic_denied,
  missing: m.tickets_mic_missing,
  failed: m.tickets_mic_failed,
  short: m.tickets_mic_short,
  unstored: m.tickets_voice_not_stored,
};

type WritingProblemsProps = {
  recording: ReturnType<typeof useRecording>;
  attachments: ReturnType<typeof useAttachments>;
};

/** Says why a voice message was not recorded to its end, and which files cannot be sent. */
export function WritingProblems({ recording, attachments }: WritingProblemsProps) {
  const { problems } = attachments;
  const close = () => {
    attachments.forgetProblems();
    recording.forgetProblem();
  };
  return (
    <>
      {recording.problem && (
        <AttachedBar icon={<MicOff size={15} />} cancel={m.ui_close()} onCancel={close} danger>
          <span className="block text-danger-ink">{recordingWords[recording.problem]()}</span>
        </AttachedBar>
      )}
      {problems.length > 0 && (
        <AttachedBar icon={<CircleAlert size={15} />} cancel={m.ui_close()} onCancel={close} danger>
          {problems.map((problem) => (
            <span key={problem.name} className="block text-danger-ink">
              {fileProblemText(problem)}
            </span>
          ))}
        </AttachedBar>
      )}
    </>
  );
}
