import { useNavigate } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { m } from "../../i18n/paraglide/messages.js";
import { apiSend } from "../../session/api-fetch.ts";
import { useCall } from "../../session/server-data/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useFirstSteps } from "../first-steps/parts/use-first-steps.ts";

/** Shows the checklist of a new company again after an admin has hidden it. */
export function FirstStepsBack() {
  const navigate = useNavigate();
  const { state } = useFirstSteps();
  const { busy, failure, call } = useCall();
  if (state !== "hidden") return null;
  async function handleShow() {
    const change = { key: "firstSteps", value: "shown" };
    if (await call("show", () => apiSend("PUT", "/settings/firstSteps", change))) await navigate({ to: "/" });
  }
  return (
    <Notice
      tone="info"
      icon={<ListChecks aria-hidden="true" size={16} />}
      className="mb-3.5 max-w-3xl"
      actions={
        <Button size="small" busy={busy !== null && m.first_steps_show()} onClick={() => void handleShow()}>
          {m.first_steps_show()}
        </Button>
      }
    >
      {failure ?? m.first_steps_hidden()}
    </Notice>
  );
}
