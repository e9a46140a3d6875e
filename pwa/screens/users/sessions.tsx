import { LogOut, MonitorSmartphone } from "lucide-react";
import { moment } from "../../i18n/full-dates.ts";
import { m } from "../../i18n/paraglide/messages.js";
import { useCall } from "../../session/server-data/use-call.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { userCalls } from "./user-calls.ts";
import { sessionsFromWire, type UserSession } from "./user-wire.ts";

/** Lists the devices on which the user is signed in; each can be signed out from here. */
export function Sessions({ userId }: { userId: string }) {
  const { state, data, again } = useServerData(`/users/${userId}/sessions`, sessionsFromWire);
  const { busy, failure, call } = useCall();
  async function handleSignOut(sessionId: string) {
    await call(sessionId, () => userCalls.signOut(userId, sessionId));
    again();
  }
  return (
    <section aria-label={m.users_sessions()} className="flex flex-col gap-2">
      <h3 className="font-medium text-ink-2 text-xs">{m.users_sessions()}</h3>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {data === null && state !== "loading" && <p className="text-ink-3">{m.users_sessions_unread()}</p>}
      {data?.length === 0 && <p className="text-ink-3">{m.users_sessions_none()}</p>}
      {data && data.length > 0 && (
        <ul className="line-ring rounded-lg">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy === session.id}
              onSignOut={() => void handleSignOut(session.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type SessionRowProps = { session: UserSession; busy: boolean; onSignOut: () => void };

function SessionRow({ session, busy, onSignOut }: SessionRowProps) {
  const device = session.device || m.users_session_unknown();
  return (
    <li className="flex items-center gap-3 border-line px-3 py-2 not-last:border-b">
      <MonitorSmartphone aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{device}</span>
        <span className="block text-ink-3 text-xs">
          {m.users_session_times({ since: moment(session.since), seen: moment(session.lastSeenAt) })}
        </span>
      </span>
      {session.current ? (
        <span className="text-ink-3 text-xs">{m.users_session_current()}</span>
      ) : (
        <Button
          size="small"
          icon={<LogOut aria-hidden="true" size={14} />}
          aria-label={m.users_session_end_of({ device })}
          busy={busy && m.users_session_end()}
          onClick={onSignOut}
        >
          {m.users_session_end()}
        </Button>
      )}
    </li>
  );
}
