import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { hash } from "@node-rs/argon2";
import { uuidv7 } from "uuidv7";
import * as v from "valibot";
import { NewPassword } from "../contracts/account/passwords.ts";
import { DomainError } from "../contracts/domain-error.ts";
import { LoginEmail } from "../contracts/emails.ts";
import { migrate, openDatabase, openSequencer } from "../db/index.ts";
import { createCompany, createUser } from "../domain/account/users/index.ts";
import { requireDatabase } from "./database-urls.ts";

const FirstRun = v.object({
  company: v.pipe(v.string("--company: the company's name"), v.minLength(2)),
  name: v.pipe(v.string("--name: your name"), v.minLength(2), v.maxLength(50)),
  email: v.pipe(v.string("--email: the address you sign in with"), LoginEmail),
  password: NewPassword,
});

const TRIAL_DAYS = 365;

/** Creates the platform's first company and its owner in an empty production database. */
async function firstRun(): Promise<void> {
  const { url, ownerUrl } = requireDatabase(process.env);
  const { values } = parseArgs({
    options: {
      company: { type: "string" },
      name: { type: "string" },
      email: { type: "string" },
      password: { type: "string" },
    },
  });
  const answers = v.parse(FirstRun, {
    ...values,
    password: values.password ?? process.env.PASSWORD ?? (await askPassword()),
  });
  await migrate(ownerUrl, url);
  const database = openDatabase(url, { max: 1, name: "first run" });
  try {
    const companyId = uuidv7();
    const passwordHash = await hash(answers.password);
    const now = new Date();
    const dueDate = new Date(now.getTime() + TRIAL_DAYS * 86_400_000);
    await database.company(companyId, async (db) => {
      await createCompany(db, { id: companyId, name: answers.company, email: answers.email, dueDate });
      const { name, email } = answers;
      const everything = { isSuper: true, allTicket: true, allHistoric: true, allUserChat: true };
      await createUser({ db, companyId, now }, { name, email, passwordHash, profile: "admin", ...everything });
    });
    await openSequencer(database).run(companyId);
    console.log(`${answers.company} is open. Sign in as ${answers.email}.`);
  } finally {
    await database.close();
  }
}

async function askPassword(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Password: ");
  terminal.close();
  return answer;
}

firstRun().catch((error: Error) => {
  console.error(error instanceof DomainError ? "A user with this e-mail exists." : error.message);
  process.exitCode = 1;
});
