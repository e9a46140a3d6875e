import type { SessionUser } from "../../contracts/account/session.ts";
import type { DeviceDesk } from "../../sync/client/index.ts";
import { scopeOf } from "../../sync/client/scope.ts";
import { openingDesk } from "./opening-desk.ts";
import { onSignOut } from "./session.ts";

/**
 * A desk that is being opened with the rights of `scope`. `early`: the same desk, for use at once. `desk`: null if it
 * was closed before.
 */
export type Opening = { scope: string; early: DeviceDesk; desk: Promise<DeviceDesk | null>; close(): void };

/** Two desks of one user must not be open at once: the next waits until the previous one has closed its databases. */
let closing: Promise<void> = Promise.resolve();
let prepared: Opening | null = null;

/**
 * Begins to open a user's desk before the screens are drawn. The first call of `takeDesk` gets it. `kept`: the values
 * that its sources have until it is open.
 */
export function prepareDesk(user: SessionUser, kept: (question: string) => unknown): void {
  prepared ??= beginOpening(user, kept);
}

/** Returns the prepared desk of these rights without taking it. */
export const preparedDesk = (scope: string): DeviceDesk | null => (prepared?.scope === scope ? prepared.early : null);

/** Returns the desk that was prepared for these rights, or begins to open one. */
export function takeDesk(user: SessionUser): Opening {
  const known = prepared;
  prepared = null;
  if (known?.scope === scopeOf(user)) return known;
  known?.close();
  return beginOpening(user);
}

function beginOpening(user: SessionUser, kept?: (question: string) => unknown): Opening {
  let wanted = true;
  const desk = closing.then(() => (wanted ? openEngine(user) : null));
  const close = (how: "close" | "closeEverywhere") => {
    wanted = false;
    closing = desk.then(
      (open) => open?.[how](),
      () => undefined,
    );
    return closing;
  };
  // Also a desk that is still being opened must not hold the data that the end of the session deletes.
  const forget = onSignOut(() => {
    if (prepared === opening) prepared = null;
    return close("closeEverywhere");
  });
  const opening: Opening = {
    scope: scopeOf(user),
    early: openingDesk(desk.then(orNever), kept),
    desk,
    close() {
      forget();
      void close("close");
    },
  };
  desk.catch(() => undefined); // the screen that takes it shows the failure
  return opening;
}

/** A desk that was closed before it was open never answers. */
const orNever = (desk: DeviceDesk | null) => desk ?? new Promise<never>(() => undefined);

/** The sync engine is half of the code, so it is loaded in parallel with the shell. */
const openEngine = async (user: SessionUser) => (await import("./engine.ts")).openEngine(user);
