import { and, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import {
  type Command,
  type CommandResult,
  type CommandType,
  commandPayloads,
  commandRow,
} from "../../contracts/commands/index.ts";
import { DomainError } from "../../contracts/domain-error.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import {
  type CompanyDb,
  type Database,
  inParallel,
  prepareOnce,
  type Sequencer,
  schema,
  sendLast,
} from "../../db/index.ts";
import type { Actor, Context } from "../../domain/ground/context.ts";
import { newestRev } from "./change-log.ts";
import { commandVerbs } from "./command-verbs.ts";

const { commandLog } = schema;

export type CommandDeps = {
  database: Database;
  sequencer: Sequencer;
  /** Called for a command that failed with an unexpected error, not a refusal. */
  onFailure(error: unknown, command: { id: string; type: string }): void;
};
type CommandAuthor = { actor: Actor; device: string };
type Outcome = Omit<CommandResult, "rev"> & { docId: string | null };

/**
 * Runs a device's commands in order and answers each. A command that fails unexpectedly gets no answer, and neither
 * do later commands about the same subject: the device keeps them and retries in order.
 */
export async function runCommands(
  deps: CommandDeps,
  sender: CommandAuthor,
  commands: readonly Command[],
): Promise<{ results: CommandResult[] }> {
  const outcomes: Outcome[] = [];
  const stuck = new Set<string>();
  for (const command of commands) {
    const subjects = subjectsOf(command);
    if (subjects.some((subject) => stuck.has(subject))) continue;
    try {
      outcomes.push(await runCommand(deps, sender, command));
    } catch (error) {
      for (const subject of subjects) stuck.add(subject);
      deps.onFailure(error, command);
    }
  }
  const { companyId } = sender.actor;
  await deps.sequencer.run(companyId);
  const answered = (db: CompanyDb): Promise<CommandResult[]> =>
    inParallel(
      outcomes.map(async ({ docId, ...outcome }) => ({
        ...outcome,
        rev: docId ? await newestRev(db, companyId, docId) : null,
      })),
    );
  return { results: await deps.database.company(companyId, answered, { isReading: true }) };
}

async function runCommand(deps: CommandDeps, sender: CommandAuthor, command: Command): Promise<Outcome> {
  const { id, type } = command;
  if (!isKnown(type)) return refused(id, "ERR_UNKNOWN_COMMAND", { type });
  const payload = v.safeParse(commandPayloads[type], command.payload);
  // Neither answer is stored: a newer server may know the command, and an invalid one has had no effect.
  if (!payload.success) return refused(id, "ERR_VALIDATION", { fields: v.flatten(payload.issues).nested ?? {} });
  const { companyId } = sender.actor;
  try {
    const work = async (db: CompanyDb) => {
      const known = await findAnswer(db, sender.actor, id);
      if (known) return known;
      const ctx: Context = { db, companyId, now: new Date(), ...sender };
      const docId = await verbOf(type)(ctx, payload.output, id);
      const outcome: Outcome = { id, status: "applied", code: null, docId };
      await sendLast(db, () => remember(db, sender.actor, command, outcome));
      return outcome;
    };
    return await deps.database.company(companyId, work, {
      retryOnConflict: true,
      isLong: commandRow(type).isLong ?? false,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return rememberRefusal(deps, sender, command, error);
  }
}

/** The verb's work is rolled back by now; another sender of the same command may have stored an answer meanwhile. */
async function rememberRefusal(deps: CommandDeps, { actor }: CommandAuthor, command: Command, error: DomainError) {
  return deps.database.company(actor.companyId, async (db) => {
    const known = await findAnswer(db, actor, command.id);
    if (known) return known;
    const outcome = refused(command.id, error.code, error.details);
    await remember(db, actor, command, outcome);
    return outcome;
  });
}

/** Returns the stored answer, if any. The lock makes a second sender of the same command wait for the first. */
async function findAnswer(db: CompanyDb, actor: Actor, id: string): Promise<Outcome | null> {
  const [, [row]] = await inParallel([lock(db, { id }), answerOf(db, { companyId: actor.companyId, id })]);
  if (!row) return null;
  if (row.userId !== actor.id) return refused(id, "ERR_NO_PERMISSION", {});
  const status = row.answer.status === "applied" ? "duplicate" : row.answer.status;
  return { id, ...row.answer, status, docId: row.docId };
}

const lock = prepareOnce((db, param) =>
  db
    .select({ isLocked: sql`pg_advisory_xact_lock(hashtextextended(${param("id")}::text, 0))` })
    .from(sql`(values (1)) as one`),
);
const answerOf = prepareOnce((db, param) =>
  db
    .select()
    .from(commandLog)
    .where(and(eq(commandLog.companyId, param("companyId")), eq(commandLog.id, param("id")))),
);

async function remember(db: CompanyDb, actor: Actor, { id, type }: Command, { docId, ...outcome }: Outcome) {
  const { id: _id, ...answer } = outcome;
  await insertAnswer(db, { companyId: actor.companyId, id, userId: actor.id, type, answer, docId });
}

const insertAnswer = prepareOnce((db, param) => {
  const names = ["companyId", "id", "userId", "type", "answer", "docId"] as const;
  const row = Object.fromEntries(names.map((name) => [name, param(name)]));
  return db.insert(commandLog).values(row as unknown as typeof commandLog.$inferInsert);
});

function refused(id: string, code: ErrorCode, details: unknown): Outcome {
  return { id, status: "rejected", code, details, docId: null };
}

function isKnown(type: string): type is CommandType {
  return Object.hasOwn(commandPayloads, type);
}

/** The payload was parsed with the schema of this type; TypeScript cannot follow that through the table. */
function verbOf(type: CommandType) {
  return commandVerbs[type] as (ctx: Context, payload: unknown, commandId: string) => Promise<string>;
}

const Ids = v.optional(v.array(v.string()));
const About = v.object({
  ticketId: v.optional(v.string()),
  contactId: v.optional(v.string()),
  quickMessageId: v.optional(v.string()),
  scheduleId: v.optional(v.string()),
  chatId: v.optional(v.string()),
  announcementId: v.optional(v.string()),
  contactIds: Ids,
  add: Ids,
});

/** Returns the ids that a command concerns or creates: a device keeps the order of commands that share one. */
function subjectsOf({ id, payload }: Command): string[] {
  const about = v.safeParse(About, payload);
  const { contactIds = [], add = [], ...ones } = about.success ? about.output : {};
  return [id, ...Object.values(ones), ...contactIds, ...add].filter((subject) => subject !== undefined);
}
