import { can } from "../../contracts/account/permissions.ts";
import type { RefKind } from "../../contracts/desk/refs.ts";
import { publicSettings } from "../../domain/account/settings/index.ts";
import { findSignedInUser, listUsers } from "../../domain/account/users/index.ts";
import { connectionRefs, shownTo } from "../../domain/desk/connections/index.ts";
import { contactDocuments } from "../../domain/desk/contacts/index.ts";
import { listQueues } from "../../domain/desk/queues/index.ts";
import { quickMessageDocuments } from "../../domain/desk/quick-messages/index.ts";
import { presentSchedules, schedulesById } from "../../domain/desk/schedules/index.ts";
import { listTags } from "../../domain/desk/tags/index.ts";
import { changeKey, isMadeNow, type ScopedChange } from "../../sync/server/index.ts";
import { connectionToWire } from "../connections/wire.ts";
import { contactToWire } from "../contacts/wire.ts";
import { queueToListWire } from "../queues/wire.ts";
import { quickMessageToWire } from "../quick-messages/wire.ts";
import { scheduleToWire } from "../schedules/wire.ts";
import { signedInUserToWire } from "../users/wire.ts";
import type { EmitContext } from "./emit-ticket-events.ts";
import { groupByVisibility, type Listener } from "./listener.ts";

/** A change with the key of its document; for refs the part after the kind. */
type Changed = { key: string; change: ScopedChange };
type Emitter = (context: EmitContext, listeners: readonly Listener[], changed: Changed[]) => Promise<void>;

const action = (context: EmitContext, { change }: Changed, createdAt: string | Date) =>
  isMadeNow(context.first, changeKey(change), createdAt) ? "create" : "update";

function emit(context: EmitContext, listeners: readonly Listener[], name: string, event: object) {
  for (const { socket } of listeners) socket.emit(`company-${context.companyId}-${name}`, event);
}

/**
 * Emits contacts and the company data that every agent may read: no tokens, hashes or secret settings; QR codes to
 * admins only.
 */
export async function emitCompanyEvents(
  context: EmitContext,
  listeners: readonly Listener[],
  changes: readonly ScopedChange[],
) {
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
  if (contacts.length > 0) await emitContacts(context, listeners, contacts);
  if (quickMessages.length > 0) await emitQuickMessages(context, listeners, quickMessages);
  if (schedules.length > 0) await emitSchedules(context, listeners, schedules);
  for (const [kind, emitRefs] of Object.entries(refEmitters)) {
    const changed = refs.get(kind);
    if (changed) await emitRefs(context, listeners, changed);
  }
}

const emitContacts: Emitter = async (context, listeners, changed) => {
  const { db, companyId } = context;
  const keys = changed.map(({ key }) => key);
  const found = await contactDocuments({ db, companyId, now: new Date() }, keys);
  const byId = new Map(found.map((contact) => [contact.id, contact]));
  for (const one of changed) {
    const contact = byId.get(one.key);
    const event = contact
      ? { action: action(context, one, contact.createdAt), contact: contactToWire(contact) }
      : { action: "delete", contactId: one.key };
    emit(context, listeners, "contact", event);
  }
};

/**
 * Emits general quick messages to everyone and each user's own to that user; one that a user can no longer see is
 * emitted as deleted.
 */
const emitQuickMessages: Emitter = async (context, listeners, changed) => {
  const { db, companyId } = context;
  const keys = changed.map(({ key }) => key);
  for (const listener of listeners) {
    const { actor } = listener;
    const found = await quickMessageDocuments({ db, companyId, actor, device: "live", now: new Date() }, keys);
    for (const { key, change } of changed) {
      const content = found.find(({ id }) => id === key);
      const isTheirs = change.quickMessages.some(({ isGeneral, userId }) => isGeneral || userId === actor.id);
      if (content) {
        const record = quickMessageToWire(content, context.addressOf(listener));
        const made = context.first.has(changeKey(change)) ? "create" : "update";
        emit(context, [listener], "quickmessage", { action: made, record });
      } else if (isTheirs) emit(context, [listener], "quickmessage", { action: "delete", id: key });
    }
  }
};

/** Emits a schedule to the users who may see it; a deletion goes to everyone, with the id alone. */
const emitSchedules: Emitter = async (context, listeners, changed) => {
  const { db, companyId } = context;
  const keys = changed.map(({ key }) => key);
  const present = await presentSchedules(context, keys);
  for (const group of groupByVisibility(listeners)) {
    const [first] = group;
    if (!first) continue;
    const ctx = { db, companyId, now: new Date(), actor: first.actor, device: "" };
    const seen = new Map((await schedulesById(ctx, keys)).map((view) => [view.id, view]));
    for (const one of changed) {
      if (!present.has(one.key)) emit(context, group, "schedule", { action: "delete", scheduleId: one.key });
      const view = seen.get(one.key);
      if (!view) continue;
      // `partId` is set when the change is not an edit but comes from a ticket or from the desk's own status of the
      // schedule.
      const made = one.change.partId ? "update" : action(context, one, view.createdAt);
      for (const listener of group) {
        const schedule = scheduleToWire(view, context.addressOf(listener));
        emit(context, [listener], "schedule", { action: made, schedule });
      }
    }
  }
};

const refEmitters: Record<RefKind, Emitter> = {
  async queue(context, listeners, changed) {
    const found = await listQueues(context);
    for (const one of changed) {
      const row = found.find(({ id }) => id === one.key);
      const event = row
        ? {
            action: action(context, one, row.createdAt),
            queue: queueToListWire(row),
          }
        : { action: "delete", queueId: one.key };
      emit(context, listeners, "queue", event);
    }
  },

  async tag(context, listeners, changed) {
    const found = await listTags(context);
    for (const one of changed) {
      const row = found.find(({ id }) => id === one.key);
      const event = row
        ? {
            action: action(context, one, row.createdAt),
            tag: { id: row.id, name: row.name, color: row.color, kanban: row.isKanban ? 1 : 0 },
          }
        : { action: "delete", tagId: one.key };
      emit(context, listeners, "tag", event);
    }
  },

  async user(context, listeners, changed) {
    const { db, companyId } = context;
    const known = await listUsers(context);
    for (const one of changed) {
      const found = await findSignedInUser(db, companyId, one.key);
      const user = found && signedInUserToWire(found);
      const seen = known.find(({ id }) => id === one.key);
      const made = context.first.has(changeKey(one.change)) ? "create" : "update";
      for (const listener of listeners) {
        if (!user || !seen) emit(context, [listener], "user", { action: "delete", userId: one.key });
        else if (can.manageUsers(listener.actor.profile) || listener.actor.id === one.key)
          emit(context, [listener], "user", { action: made, user });
        else {
          const { id, name, profile } = seen;
          emit(context, [listener], "user", { action: made, user: { id, name, profile, queues: user.queues } });
        }
      }
    }
  },

  async connection(context, listeners, changed) {
    const [found, queues] = [await connectionRefs(context), await listQueues(context)];
    for (const { key } of changed) {
      const view = found.find(({ id }) => id === key);
      for (const listener of listeners) {
        if (!view) {
          emit(context, [listener], "whatsapp", { action: "delete", whatsappId: key });
          continue;
        }
        const whatsapp = connectionToWire(shownTo(listener.actor, view), queues);
        const { id, status, updatedAt, qrcode, retries } = whatsapp;
        emit(context, [listener], "whatsappSession", {
          action: "update",
          session: { id, status, updatedAt, qrcode, retries },
        });
        emit(context, [listener], "whatsapp", { action: "update", whatsapp });
      }
    }
  },

  async setting(context, listeners, changed) {
    const found = await publicSettings(context);
    for (const { key } of changed) {
      const setting = found.find((one) => one.key === key);
      if (setting) emit(context, listeners, "settings", { action: "update", setting });
    }
  },
};
