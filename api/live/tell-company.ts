import { connectionRefs, shownTo } from "../../domain/connections/index.ts";
import { contactDocuments } from "../../domain/contacts/index.ts";
import { listQueues } from "../../domain/queues/index.ts";
import { quickMessageDocuments } from "../../domain/quick-messages/index.ts";
import { presentSchedules, schedulesById } from "../../domain/schedules/index.ts";
import { publicSettings } from "../../domain/settings/index.ts";
import { listTags } from "../../domain/tags/index.ts";
import { listUsers, sessionUser } from "../../domain/users/index.ts";
import type { RefKind } from "../../sync/contracts/refs.ts";
import type { HeardChange } from "../../sync/server/index.ts";
import { connectionToWire } from "../connections/wire.ts";
import { contactToWire } from "../contacts/wire.ts";
import { queueToListWire } from "../queues/wire.ts";
import { quickMessageToWire } from "../quick-messages/wire.ts";
import { scheduleToWire } from "../schedules/wire.ts";
import { changeKey, isMadeNow } from "./first-changes.ts";
import { byEyes, type Listener } from "./listener.ts";
import type { Telling } from "./tell-tickets.ts";

/** A change with the key of what it is of: for refs what follows the kind. */
type Changed = { key: string; change: HeardChange };
type Teller = (telling: Telling, listeners: readonly Listener[], changed: Changed[]) => Promise<void>;

const action = (telling: Telling, { change }: Changed, createdAt: string | Date) =>
  isMadeNow(telling.first, changeKey(change), createdAt) ? "create" : "update";

function emit(telling: Telling, listeners: readonly Listener[], name: string, event: object) {
  for (const { socket } of listeners) socket.emit(`company-${telling.companyId}-${name}`, event);
}

/** Contacts, and what every agent knows of the company: no token, no hash, no secret setting; QR codes for admins. */
export async function tellCompany(telling: Telling, listeners: readonly Listener[], changes: readonly HeardChange[]) {
  const last = new Map(changes.map((change) => [`${change.collection} ${change.docId}`, change]));
  const contacts: Changed[] = [];
  const quickMessages: Changed[] = [];
  const schedules: Changed[] = [];
  const refs = new Map<string, Changed[]>();
  for (const change of last.values()) {
    const { collection, docId } = change;
    if (collection === "contacts") contacts.push({ key: docId, change });
    if (collection === "quickMessages") quickMessages.push({ key: docId, change });
    if (collection === "schedules") schedules.push({ key: docId, change });
    if (collection !== "refs") continue;
    const [kind = "", key = ""] = [docId.slice(0, docId.indexOf(":")), docId.slice(docId.indexOf(":") + 1)];
    refs.set(kind, [...(refs.get(kind) ?? []), { key, change }]);
  }
  if (contacts.length > 0) await tellContacts(telling, listeners, contacts);
  if (quickMessages.length > 0) await tellQuickMessages(telling, listeners, quickMessages);
  if (schedules.length > 0) await tellSchedules(telling, listeners, schedules);
  for (const [kind, tell] of Object.entries(refTellers)) {
    const changed = refs.get(kind);
    if (changed) await tell(telling, listeners, changed);
  }
}

const tellContacts: Teller = async (telling, listeners, changed) => {
  const { db, companyId } = telling;
  const keys = changed.map(({ key }) => key);
  const found = await contactDocuments({ db, companyId, now: new Date() }, keys);
  const byId = new Map(found.map((contact) => [contact.id, contact]));
  for (const one of changed) {
    const contact = byId.get(one.key);
    const event = contact
      ? { action: action(telling, one, contact.createdAt), contact: contactToWire(contact) }
      : { action: "delete", contactId: one.key };
    emit(telling, listeners, "contact", event);
  }
};

/** The general ones, and each person's own; one that is no longer theirs is gone for them. */
const tellQuickMessages: Teller = async (telling, listeners, changed) => {
  const { db, companyId } = telling;
  const keys = changed.map(({ key }) => key);
  for (const listener of listeners) {
    const { actor } = listener;
    const found = await quickMessageDocuments({ db, companyId, actor, device: "live", now: new Date() }, keys);
    for (const { key, change } of changed) {
      const content = found.find(({ id }) => id === key);
      const isTheirs = change.quickMessages.some(({ isGeneral, userId }) => isGeneral || userId === actor.id);
      if (content) {
        const record = quickMessageToWire(content, telling.addressOf(listener));
        const made = telling.first.has(changeKey(change)) ? "create" : "update";
        emit(telling, [listener], "quickmessage", { action: made, record });
      } else if (isTheirs) emit(telling, [listener], "quickmessage", { action: "delete", id: key });
    }
  }
};

/** Each to whom may see them; that one is gone is told to all, by its id alone. */
const tellSchedules: Teller = async (telling, listeners, changed) => {
  const { db, companyId } = telling;
  const keys = changed.map(({ key }) => key);
  const present = await presentSchedules(telling, keys);
  for (const group of byEyes(listeners)) {
    const [first] = group;
    if (!first) continue;
    const ctx = { db, companyId, now: new Date(), actor: first.actor, device: "" };
    const seen = new Map((await schedulesById(ctx, keys)).map((view) => [view.id, view]));
    for (const one of changed) {
      if (!present.has(one.key)) emit(telling, group, "schedule", { action: "delete", scheduleId: one.key });
      const view = seen.get(one.key);
      if (!view) continue;
      // A part is named where somebody else's doing, a ticket's or the desk's own mark, shows in it.
      const made = one.change.partId ? "update" : action(telling, one, view.createdAt);
      for (const listener of group) {
        const schedule = scheduleToWire(view, telling.addressOf(listener));
        emit(telling, [listener], "schedule", { action: made, schedule });
      }
    }
  }
};

const refTellers: Record<RefKind, Teller> = {
  async queue(telling, listeners, changed) {
    const found = await listQueues(telling);
    for (const one of changed) {
      const row = found.find(({ id }) => id === one.key);
      const event = row
        ? {
            action: action(telling, one, row.createdAt),
            queue: queueToListWire(row),
          }
        : { action: "delete", queueId: one.key };
      emit(telling, listeners, "queue", event);
    }
  },

  async tag(telling, listeners, changed) {
    const found = await listTags(telling);
    for (const one of changed) {
      const row = found.find(({ id }) => id === one.key);
      const event = row
        ? {
            action: action(telling, one, row.createdAt),
            tag: { id: row.id, name: row.name, color: row.color, kanban: row.isKanban ? 1 : 0 },
          }
        : { action: "delete", tagId: one.key };
      emit(telling, listeners, "tag", event);
    }
  },

  async user(telling, listeners, changed) {
    const { db, companyId } = telling;
    const known = await listUsers(telling);
    for (const one of changed) {
      const user = await sessionUser(db, companyId, one.key);
      const seen = known.find(({ id }) => id === one.key);
      const made = telling.first.has(changeKey(one.change)) ? "create" : "update";
      for (const listener of listeners) {
        if (!user || !seen) emit(telling, [listener], "user", { action: "delete", userId: one.key });
        else if (listener.actor.profile === "admin" || listener.actor.id === one.key)
          emit(telling, [listener], "user", { action: made, user });
        else {
          const { id, name, profile } = seen;
          emit(telling, [listener], "user", { action: made, user: { id, name, profile, queues: user.queues } });
        }
      }
    }
  },

  async connection(telling, listeners, changed) {
    const [found, queues] = [await connectionRefs(telling), await listQueues(telling)];
    for (const { key } of changed) {
      const view = found.find(({ id }) => id === key);
      for (const listener of listeners) {
        if (!view) {
          emit(telling, [listener], "whatsapp", { action: "delete", whatsappId: key });
          continue;
        }
        const whatsapp = connectionToWire(shownTo(listener.actor, view), queues);
        const { id, status, updatedAt, qrcode, retries } = whatsapp;
        emit(telling, [listener], "whatsappSession", {
          action: "update",
          session: { id, status, updatedAt, qrcode, retries },
        });
        emit(telling, [listener], "whatsapp", { action: "update", whatsapp });
      }
    }
  },

  async setting(telling, listeners, changed) {
    const found = await publicSettings(telling);
    for (const { key } of changed) {
      const setting = found.find((one) => one.key === key);
      if (setting) emit(telling, listeners, "settings", { action: "update", setting });
    }
  },
};
