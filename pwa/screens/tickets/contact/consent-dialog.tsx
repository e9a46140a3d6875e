import { useState } from "react";
import * as v from "valibot";
import { ConsentInput, type ConsentState } from "../../../../contracts/desk/consent.ts";
import { m } from "../../../i18n/paraglide/messages.js";
import { apiSend } from "../../../session/api-fetch.ts";
import { TextArea } from "../../../ui/fields/text-field.tsx";
import { CallDialog } from "../../lists/index.ts";

type ConsentDialogProps = {
  contactId: string;
  state: ConsentState;
  onDone?: (() => void) | undefined;
  onClose: () => void;
};

class NoReason extends Error {}
const refused = (error: unknown) => (error instanceof NoReason ? m.consent_reason_needed() : null);

const texts = {
  out: { title: m.consent_set_title, text: m.consent_set_text, confirm: m.consent_set },
  in: { title: m.consent_lift_title, text: m.consent_lift_text, confirm: m.consent_lift },
} as const;

/** Asks for the reason before a contact is opted out, or the opt-out is lifted. */
export function ConsentDialog({ contactId, state, onDone, onClose }: ConsentDialogProps) {
  const [reason, setReason] = useState("");
  async function handleConfirm() {
    const input = v.safeParse(ConsentInput, { state, reason });
    if (!input.success) throw new NoReason();
    await apiSend("POST", `/contacts/${contactId}/consent`, input.output);
  }
  return (
    <CallDialog
      title={texts[state].title()}
      confirmLabel={texts[state].confirm()}
      danger={false}
      onConfirm={handleConfirm}
      refused={refused}
      onDone={() => {
        onDone?.();
        onClose();
      }}
      onClose={onClose}
    >
      <p>{texts[state].text()}</p>
      <TextArea
        label={m.consent_reason()}
        className="mt-3"
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
    </CallDialog>
  );
}
