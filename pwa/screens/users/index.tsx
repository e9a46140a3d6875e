import { useCallback, useEffect, useState } from "react";
import { m } from "../../i18n/paraglide/messages.js";
import { useDeskUser } from "../../session/desk.tsx";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { DeleteDialog, isFull, ListScreen, PlanRoomNotice, useList, usePlanRoom, useSearch } from "../lists/index.ts";
import { UserDialog } from "./parts/user-dialog.tsx";
import { userCalls } from "./user-calls.ts";
import { userActions, userFields, userLook } from "./user-records.tsx";
import { openTicketsFromWire, pageFromWire, type UserRow } from "./user-wire.ts";
import { UsersTable } from "./users-table.tsx";

/** Online presence changes without a notification, so the list is loaded again at this interval. */
const ONLINE_REFRESH_MS = 60_000;

type Layer = { kind: "add" } | { kind: "edit" | "delete"; user: UserRow } | null;

export function UsersScreen() {
  const self = useDeskUser();
  const search = useSearch();
  const [layer, setLayer] = useState<Layer>(null);
  const close = useCallback(() => setLayer(null), []);
  const list = useList<UserRow>({
    path: "/users/",
    query: { searchParam: search.wanted },
    read: pageFromWire,
    keyOf: ({ id }) => id,
    changesWith: ["users", "queues"],
    remember: true,
  });
  const room = usePlanRoom("users");
  const { again } = list;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && again(), ONLINE_REFRESH_MS);
    return () => clearInterval(timer);
  }, [again]);
  const actions = (user: UserRow) =>
    userActions(user, {
      selfId: self.id,
      disabled: !list.canWrite,
      onEdit: () => setLayer({ kind: "edit", user }),
      onDelete: () => setLayer({ kind: "delete", user }),
    });
  return (
    <>
      <ListScreen
        title={m.users_title()}
        list={list}
        search={search}
        primary={{ label: m.users_add(), onSelect: () => setLayer({ kind: "add" }), disabled: isFull(room) }}
        notices={<PlanRoomNotice room={room} />}
        empty={{ title: m.users_empty_title(), text: m.users_empty_text() }}
        rowKey={({ id }) => id}
        records={{ look: (user) => userLook(user, self.id), fields: userFields, actions }}
        phone={{ searchLabel: m.users_search() }}
      >
        {(rows) => <UsersTable users={rows} actions={actions} />}
      </ListScreen>
      {layer?.kind === "add" && <UserDialog id={null} onClose={close} />}
      {layer?.kind === "edit" && <UserDialog id={layer.user.id} onClose={close} />}
      {layer?.kind === "delete" && <DeleteUser user={layer.user} onClose={close} />}
    </>
  );
}

function DeleteUser({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { data } = useServerData(`/users/${user.id}`, openTicketsFromWire);
  return (
    <DeleteDialog
      name={user.name}
      onDelete={() => userCalls.remove(user.id)}
      onClose={onClose}
      deleted={m.users_deleted()}
    >
      {data !== null && <p>{data === 0 ? m.users_delete_none() : m.users_delete_returns({ count: data })}</p>}
    </DeleteDialog>
  );
}
