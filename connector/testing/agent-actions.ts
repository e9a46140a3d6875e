import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { schema } from "../../db/index.ts";
import { createContact } from "../../domain/desk/contacts/index.ts";
import { storeFile } from "../../domain/desk/files/index.ts";
import {
  deleteMessage,
  editMessage,
  type MessageToSend,
  reactToMessage,
  sendMessage,
} from "../../domain/desk/messages/index.ts";
import { createTicket } from "../../domain/desk/tickets/index.ts";
import type { Actor } from "../../domain/ground/context.ts";
import { openDiskFileStore } from "../../outside/file-store/index.ts";
import type { TestCompany } from "./given-connection.ts";

type Inside = Pick<TestCompany, "companyId" | "connectionId" | "inside">;

const actorOf = ({ companyId }: Inside): Actor => ({
  companyId,
  id: randomUUID(),
  name: "Marina",
  profile: "admin",
  isSuper: false,
  queueIds: [],
  allTicket: true,
  allHistoric: true,
  allUserChat: true,
});

/** Acts as an administrator with the domain's verbs, like the screens do. */
export function agentOf(company: Inside, dataDir: string, store = openDiskFileStore(join(dataDir, "files"))) {
  const actor = actorOf(company);
  const { companyId } = company;
  const context = { companyId, actor, device: "test" };
  return {
    async write(ticketId: string, body: string, extra: Partial<MessageToSend> = {}): Promise<string> {
      const id = randomUUID();
      await company.inside((db) => sendMessage({ ...context, db, now: new Date() }, { id, ticketId, body, ...extra }));
      return id;
    },
    async keepFile(name: string, bytes: Buffer): Promise<string> {
      const file = await company.inside(async (db) => {
        const stored = await storeFile({ db, companyId, now: new Date() }, store, { name, bytes });
        await db.update(schema.files).set({ userId: actor.id }).where(eq(schema.files.id, stored.id));
        return stored;
      });
      return file.id;
    },
    async react(messageId: string, emoji: string): Promise<void> {
      await company.inside((db) => reactToMessage({ ...context, db, now: new Date() }, { messageId, emoji }));
    },
    async edit(messageId: string, body: string): Promise<void> {
      await company.inside((db) => editMessage({ ...context, db, now: new Date() }, { messageId, body }));
    },
    async takeBack(messageId: string): Promise<void> {
      await company.inside((db) => deleteMessage({ ...context, db, now: new Date() }, messageId));
    },
    /** Opens a ticket with a contact who has not written yet. */
    async openTicketWith(number: string): Promise<string> {
      return company.inside(async (db) => {
        const ctx = { ...context, db, now: new Date() };
        const contact = await createContact(ctx, {
          id: randomUUID(),
          name: "Helena",
          number,
          email: "",
          extraInfo: [],
        });
        const { id } = await createTicket(ctx, {
          contactId: contact.id,
          queueId: null,
          connectionId: company.connectionId,
          status: "open",
        });
        return id;
      });
    },
    async pathOf(fileId: string): Promise<string> {
      const path = await store.localPath(companyId, fileId);
      if (!path) throw new Error("there is no such file");
      return path;
    },
  };
}
