import type { SessionUser } from "../../contracts/account/session.ts";

/** Returns everything that decides what a user may hold on a device; another value needs another desk. */
export const scopeOf = (user: SessionUser): string =>
  JSON.stringify([
    user.companyId,
    user.id,
    user.profile,
    user.super,
    user.allTicket,
    user.allUserChat,
    user.allHistoric,
    user.queues.map((queue) => queue.id).sort(),
  ]);
