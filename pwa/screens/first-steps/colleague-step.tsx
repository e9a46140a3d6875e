import { UserPlus } from "lucide-react";
import { useCallback, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useSyncStatus } from "../../session/desk.tsx";
import { Button } from "../../ui/button.tsx";
import { UserDialog } from "../users/parts/user-dialog.tsx";
import type { Facts } from "./steps.ts";

type ColleagueStepProps = { facts: Facts; onAlone: () => void };

/** Adds a user with the dialog of the users screen, with the company's queues selected. */
export function ColleagueStep({ facts, onAlone }: ColleagueStepProps) {
  const { linkUp } = useSyncStatus();
  const [isAdding, setAdding] = useState(false);
  const close = useCallback(() => setAdding(false), []);
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:flex-col max-sm:items-stretch">
      <Button
        kind="primary"
        icon={<UserPlus aria-hidden="true" size={16} />}
        disabled={!linkUp}
        onClick={() => setAdding(true)}
      >
        {m.first_steps_colleague_add()}
      </Button>
      <Button kind="ghost" disabled={!linkUp} onClick={onAlone}>
        {m.first_steps_alone()}
      </Button>
      {isAdding && <UserDialog id={null} queueIds={facts.queues.map(({ id }) => id)} onClose={close} />}
    </div>
  );
}
