import type { DeviceDesk, Observable, ThreadView, TicketView } from "../../../../sync/client/index.ts";
import { whenIdle } from "../../../ui/load-when-idle.ts";

/** Time without a new row in sight before anything is read: a list that scrolls is left alone. */
const QUIET_MS = 200;
const READS_AT_ONCE = 3;

type ReadDesk = Pick<DeviceDesk, "ticket$" | "thread$" | "status">;
type Conversation = { ticket?: TicketView; thread?: ThreadView };
type Row = { inSight: number; conversation: Conversation; stop: (() => void) | null };

/**
 * Reads the conversations of the rows in sight from this device, so that they open with their messages. A conversation
 * is kept up to date until its row leaves the screen. Reading sends no command: nothing is marked as read.
 */
export function createReadAhead(desk: ReadDesk) {
  const rows = new Map<string, Row>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaveStatus: (() => void) | null = null;

  const unread = () => [...rows].filter(([, row]) => row.stop === null);

  function plan() {
    clearTimeout(timer);
    if (unread().length > 0) timer = setTimeout(() => whenIdle(readSome), QUIET_MS);
    else forgetStatus();
  }

  function forgetStatus() {
    leaveStatus?.();
    leaveStatus = null;
  }

  function readSome() {
    // Before the first sync ends, threads are missing and would be requested one by one.
    if (!desk.status.get().firstSyncDone) {
      leaveStatus ??= desk.status.subscribe(() => desk.status.get().firstSyncDone && plan());
      return;
    }
    forgetStatus();
    for (const [ticketId, row] of unread().slice(0, READS_AT_ONCE)) row.stop = read(ticketId, row);
    plan();
  }

  function read(ticketId: string, { conversation }: Row): () => void {
    let stopThread: (() => void) | null = null;
    function clear() {
      stopThread?.();
      stopThread = null;
      conversation.ticket = undefined;
      conversation.thread = undefined;
    }
    // After an error nothing is shown ahead: the conversation reads again when it is opened and shows the error.
    const observe = <T>(values: Observable<T>, next: (value: T) => void) => {
      const subscription = values.subscribe({ next, error: clear });
      return () => subscription.unsubscribe();
    };
    const stopTicket = observe(desk.ticket$(ticketId), (ticket) => {
      // The thread of a ticket that is not on this device would be requested from the server.
      if (!ticket) return clear();
      conversation.ticket = ticket;
      stopThread ??= observe(desk.thread$(ticketId), (thread) => {
        conversation.thread = thread;
      });
    });
    return () => {
      stopTicket();
      clear();
    };
  }

  return {
    /** Reads a conversation when the browser is idle. Returns the function that stops this. */
    whileInSight(ticketId: string): () => void {
      const row = rows.get(ticketId) ?? { inSight: 0, conversation: {}, stop: null };
      row.inSight += 1;
      rows.set(ticketId, row);
      plan();
      return () => {
        row.inSight -= 1;
        if (row.inSight > 0) return;
        rows.delete(ticketId);
        row.stop?.();
        plan();
      };
    },
    /** Reads the conversation of a row in sight at once. */
    now(ticketId: string): void {
      const row = rows.get(ticketId);
      if (row) row.stop ??= read(ticketId, row);
    },
    /** Returns what has been read of a conversation; an empty object for one that is not in sight. */
    get: (ticketId: string): Conversation => ({ ...rows.get(ticketId)?.conversation }),
  };
}

const byDesk = new WeakMap<ReadDesk, ReturnType<typeof createReadAhead>>();

/** Returns the conversations read ahead from a desk. Each desk has its own, because it belongs to one user. */
export function readAheadOf(desk: ReadDesk): ReturnType<typeof createReadAhead> {
  const made = byDesk.get(desk) ?? createReadAhead(desk);
  byDesk.set(desk, made);
  return made;
}
