import { useCallback } from "react";
import { fillVariables, nameVariables, timeVariables } from "../../../../contracts/desk/message-variables.ts";
import type { UserRef } from "../../../../contracts/desk/refs.ts";
import type { ScheduleView } from "../../../../sync/client/index.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";

export type FilledBody = (schedule: ScheduleView) => string;

/**
 * Returns the text as the contact will read it. Variables of the ticket (number, queue, connection) stay, because the
 * ticket is chosen when the message is sent.
 */
export function filledBody({ body, contactName, sendAtLocal }: ScheduleView, userName: string | undefined): string {
  return fillVariables(body, { ...nameVariables(contactName), ...timeVariables(sendAtLocal), userName });
}

export function useFilledBody(): FilledBody {
  const desk = useDesk();
  const users = useObservable<UserRef[]>(() => desk.refs$("user"), [desk], nobody);
  return useCallback((schedule) => filledBody(schedule, users.find(({ id }) => id === schedule.userId)?.name), [users]);
}

const nobody: UserRef[] = [];
