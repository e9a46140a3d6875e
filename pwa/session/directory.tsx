import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { ConnectionRef, QueueRef, TagRef, UserRef } from "../../contracts/desk/refs.ts";
import { useDesk, useObservable } from "./desk.tsx";

/** Reference data by id: the records that a ticket's ids refer to. */
export type Directory = {
  queues: ReadonlyMap<string, QueueRef>;
  tags: ReadonlyMap<string, TagRef>;
  users: ReadonlyMap<string, UserRef>;
  connections: ReadonlyMap<string, ConnectionRef>;
};

const empty: Directory = { queues: new Map(), tags: new Map(), users: new Map(), connections: new Map() };
const DirectoryContext = createContext<Directory>(empty);

const byId = <Ref extends { id: string; name: string }>(refs: Ref[]): ReadonlyMap<string, Ref> =>
  new Map([...refs].sort((a, b) => a.name.localeCompare(b.name)).map((ref) => [ref.id, ref]));

export function DirectoryProvider({ children }: { children: ReactNode }) {
  const desk = useDesk();
  const queues = useObservable<QueueRef[]>(() => desk.refs$("queue"), [desk], none);
  const tags = useObservable<TagRef[]>(() => desk.refs$("tag"), [desk], none);
  const users = useObservable<UserRef[]>(() => desk.refs$("user"), [desk], none);
  const connections = useObservable<ConnectionRef[]>(() => desk.refs$("connection"), [desk], none);
  const directory = useMemo(
    () => ({ queues: byId(queues), tags: byId(tags), users: byId(users), connections: byId(connections) }),
    [queues, tags, users, connections],
  );
  return <DirectoryContext value={directory}>{children}</DirectoryContext>;
}

const none: never[] = [];

export const useDirectory = () => useContext(DirectoryContext);
