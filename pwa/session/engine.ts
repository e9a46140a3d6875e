import type { SessionUser } from "../../contracts/account/session.ts";
import type { StreamEvent } from "../../contracts/sync.ts";
import {
  type AuthorizedFetch,
  type DeviceDesk,
  eventStream,
  type OpenStream,
  openDesk,
} from "../../sync/client/index.ts";
import { m } from "../i18n/paraglide/messages.js";
import { toast } from "../ui/toasts/toast.tsx";
import { ApiError, NetworkError } from "./api-error.ts";
import { apiFetch } from "./api-fetch.ts";
import { endSession, refreshSession, sessionUnsentKeys } from "./session.ts";
import { shareStream } from "./share-stream.ts";

/** Opens the user's desk with the session of this page. */
export async function openEngine(user: SessionUser): Promise<DeviceDesk> {
  liveStream ??= eventStream("/events?changes=1", undefined, openWithBearer);
  return openDesk({
    user,
    unsentKeys: sessionUnsentKeys(),
    apiFetch,
    openStream: watchingSession(liveStream, shareStream(user.id)),
    onNotStored: () => toast.error(m.sync_not_stored(), { id: "not stored" }),
  });
}

/**
 * Opens the stream with a bearer token. Returns null on a refusal, which has already ended the session, and on a
 * network error, which ends nothing.
 */
const openWithBearer: AuthorizedFetch = (path, init) =>
  apiFetch(path, init).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof NetworkError) return null;
    throw error;
  });

/** Shared by all desks that are opened one after the other in this tab. */
let liveStream: OpenStream | undefined;

/** Wraps a stream to handle the events that concern the session itself. */
const watchingSession =
  (stream: OpenStream, shared: ReturnType<typeof shareStream>): OpenStream =>
  (onEvent, onState) =>
    stream(
      (event) => {
        void handleSessionEvent(event);
        shared.deliver(event);
        onEvent(event);
      },
      (up) => {
        shared.onState(up);
        onState(up);
      },
    );

async function handleSessionEvent(event: StreamEvent): Promise<void> {
  if (event.type === "auth" && event.reason === "elsewhere") return endSession("elsewhere");
  // A session that ended may have a successor, as after a new password: renewing the bearer token ends it here if it
  // has none.
  if (event.type !== "scope" && event.type !== "auth") return;
  try {
    await refreshSession();
  } catch (error) {
    // The next request renews the token.
    if (!(error instanceof NetworkError) && !(error instanceof ApiError)) throw error;
  }
}
