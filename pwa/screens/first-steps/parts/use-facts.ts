import type { ConnectionRef, QueueRef, UserRef } from "../../../../contracts/desk/refs.ts";
import { useDesk, useObservable } from "../../../session/desk.tsx";
import { useSettings } from "../../../session/use-setting.ts";
import type { Facts } from "../steps.ts";

/** Returns the checklist's data, live from this device; null until loaded. */
export function useFacts(): Facts | null {
  const desk = useDesk();
  const connections = useObservable<ConnectionRef[] | null>(() => desk.refs$("connection"), [desk], null);
  const queues = useObservable<QueueRef[] | null>(() => desk.refs$("queue"), [desk], null);
  const users = useObservable<UserRef[] | null>(() => desk.refs$("user"), [desk], null);
  const { worksAlone } = useSettings();
  if (!connections || !queues || !users) return null;
  return { connections, queues, users, worksAlone: worksAlone === "enabled" };
}
