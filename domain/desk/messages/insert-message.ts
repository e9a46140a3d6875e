import { type CompanyDb, type ParamBuilder, prepareOnce, schema } from "../../../db/index.ts";

const { messages } = schema;

/** The columns of a received message; the compiler compares them with the table. */
const columns = (param: ParamBuilder) => ({
  companyId: param("companyId"),
  id: param("id"),
  ticketId: param("ticketId"),
  contactId: param("contactId"),
  connectionId: param("connectionId"),
  queueId: param("queueId"),
  fromMe: param("fromMe"),
  answerTo: param("answerTo"),
  author: param("author"),
  body: param("body"),
  mediaType: param("mediaType"),
  mediaName: param("mediaName"),
  mediaMimetype: param("mediaMimetype"),
  mediaSize: param("mediaSize"),
  mediaSeconds: param("mediaSeconds"),
  waveform: param("waveform"),
  mediaState: param("mediaState"),
  quotedId: param("quotedId"),
  ack: param("ack"),
  acceptedAt: param("acceptedAt"),
  isLate: param("isLate"),
  chatKey: param("chatKey"),
  providerId: param("providerId"),
  seq: param("seq"),
  raw: param("raw"),
  createdAt: param("createdAt"),
  receivedAt: param("receivedAt"),
});

type NewMessage = Required<Pick<typeof messages.$inferInsert, keyof ReturnType<typeof columns>>>;

/** Inserts a received message; returns no row when another transaction has stored it. */
export const insertMessage = (db: CompanyDb, message: NewMessage): Promise<{ id: string }[]> => insert(db, message);

/** Inserts a received message that nobody else can have stored; fails when it is there. */
export async function insertNewMessage(db: CompanyDb, message: NewMessage): Promise<void> {
  await insertNew(db, message);
}

const insertNew = prepareOnce((db, param) => db.insert(messages).values(columns(param)));
const insert = prepareOnce((db, param) =>
  db.insert(messages).values(columns(param)).onConflictDoNothing().returning({ id: messages.id }),
);
