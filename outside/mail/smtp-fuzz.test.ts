import net, { type AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { mailProblems } from "../../contracts/office/mails.ts";
import { sizeOf } from "../../contracts/testing/sizes.ts";
import { openSmtpSession } from "./smtp-session.ts";

/** Number of sessions; FUZZ_MAIL_REPLIES extends the search. */
const RUNS = sizeOf("FUZZ_MAIL_REPLIES");

/** Replies of an honest server in the order of a session with a login and two mails. */
const honest = [
  "220 mail.example ESMTP\r\n",
  "250-mail.example\r\n250-AUTH PLAIN LOGIN CRAM-MD5\r\n250 SIZE 5000000\r\n",
  "235 signed in\r\n",
  ...["250 sender ok\r\n", "250 recipient ok\r\n", "354 go on\r\n", "250 stored as 1\r\n"],
  ...["250 sender ok\r\n", "250 recipient ok\r\n", "354 go on\r\n", "250 stored as 2\r\n"],
];

/** The lines that the server of the current run writes, one entry for each command or body; null ends the connection. */
let script: readonly (Uint8Array | null)[] = [];
/** Milliseconds without an answer of the client after which the server closes the connection. */
let silenceMs = 15;
const sockets = new Set<net.Socket>();

/** Answers what the client sends with the next entry, and closes a connection that is silent after a reply. */
const server = net.createServer((socket) => {
  const replies = script.values();
  let silence: NodeJS.Timeout | undefined;
  let received = "";
  let isBody = false;
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.on("close", () => {
    clearTimeout(silence);
    sockets.delete(socket);
  });
  function answer() {
    const { value } = replies.next();
    if (!value) return void socket.end();
    isBody = value[0] === "3".charCodeAt(0) && value[1] === "5".charCodeAt(0);
    socket.write(value);
    clearTimeout(silence);
    silence = setTimeout(() => socket.destroy(), silenceMs);
  }
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    if (!received.endsWith(isBody ? "\r\n.\r\n" : "\n")) return;
    received = "";
    answer();
  });
  answer();
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const line = fc.string({ unit: "binary", maxLength: 40 });
const code = fc.oneof(fc.integer({ min: 200, max: 599 }), fc.nat({ max: 99_999 }));
const extension = fc.oneof(
  fc.constantFrom("STARTTLS", "AUTH", "AUTH XOAUTH2", "AUTH CRAM-MD5", "AUTH LOGIN", "AUTH NTLM", "SIZE 1", "SIZE x"),
  fc.constantFrom("SMTPUTF8", "8BITMIME", "DSN", "PIPELINING", "REQUIRETLS"),
  line,
);
const hostile = fc.oneof(
  fc.tuple(code, line).map(([number, text]) => bytes(`${number} ${text}\r\n`)),
  fc.tuple(code, fc.array(line)).map(([number, lines]) => bytes(lines.map((text) => `${number}-${text}\n`).join(""))),
  fc.array(extension).map((lines) => bytes(`${lines.map((text) => `250-${text}\r\n`).join("")}250 HELP\r\n`)),
  fc.string({ unit: "binary" }).map((text) => bytes(`334 ${text}\r\n`)),
  fc.base64String().map((text) => bytes(`334 ${text}\r\n`)),
  fc.uint8Array({ maxLength: 60 }),
  fc.array(fc.constantFrom(...honest), { maxLength: 5 }).map((replies) => bytes(replies.join(""))),
  fc.nat({ max: 70_000 }).map((size) => bytes(`250 ${"x".repeat(size)}\r\n`)),
  fc
    .constantFrom("\r\n", "\n", "250", "250\r\n", "354\r\n", "421 closing\r\n", "220 go\r\n", "\0\0\0\0\r\n")
    .map(bytes),
  fc.constant(null),
);
/** The honest replies with some of them replaced, some left out and some damaged. */
const session = fc
  .tuple(
    fc.array(fc.tuple(fc.nat({ max: honest.length - 1 }), hostile), { maxLength: 3 }),
    fc.array(fc.tuple(fc.nat({ max: honest.length - 1 }), fc.nat(), fc.integer({ min: 0, max: 255 })), {
      maxLength: 2,
    }),
  )
  .map(([replaced, damaged]) => {
    const replies: (Uint8Array | null)[] = honest.map(bytes);
    for (const [at, reply] of replaced) replies[at] = reply;
    for (const [at, where, byte] of damaged) {
      const reply = replies[at];
      if (reply && reply.length > 0) reply[where % reply.length] = byte;
    }
    return replies;
  });

const waits = { connectMs: 5_000, idleMs: 2_000, attemptMs: 5_000 };
const body = Buffer.from("Subject: Convite\r\n\r\nOi!\r\n.\r\nNo forno.\r\n");

function expectShown(reply: string): void {
  expect(reply.length).toBeLessThanOrEqual(500);
  expect(reply).not.toMatch(/[\p{Cc}\p{Cs}]/u);
}

/** Sends two mails and returns how each step ended. */
async function outcomesOf(replies: readonly (Uint8Array | null)[]): Promise<string[]> {
  script = replies;
  const { port } = server.address() as AddressInfo;
  const from = { name: "", address: "oi@a.example" };
  const own = { host: "127.0.0.1", port, isSecure: false, user: "oi", password: "segredo", from };
  const opened = await openSmtpSession(own, { allowed: ["127.0.0.1"] }, waits);
  if ("failure" in opened) {
    expectShown(opened.failure.reply);
    expect(mailProblems).toContain(opened.failure.problem);
    return [`open ${opened.failure.problem}`];
  }
  const outcomes: string[] = [];
  try {
    for (let count = 0; count < 2 && opened.session.isOpen; count++) {
      let isHandedOver = false;
      const mail = { from: from.address, to: "ana@b.example", body };
      const outcome = await opened.session.send(mail, async () => {
        isHandedOver = true;
      });
      if ("reply" in outcome) {
        expect(isHandedOver).toBe(true);
        expectShown(outcome.reply);
        outcomes.push("sent");
      } else {
        expect(outcome.hasBody).toBe(isHandedOver);
        expect(mailProblems).toContain(outcome.failure.problem);
        expectShown(outcome.failure.reply);
        outcomes.push(`${outcome.hasBody ? "body" : "envelope"} ${outcome.failure.problem}`);
      }
    }
    return outcomes;
  } finally {
    opened.session.close();
  }
}

/** The honest replies with the one at `at` replaced; null ends the connection. */
const honestExcept = (at: number, reply: string | null): (Uint8Array | null)[] =>
  honest.map((usual, index) => {
    const sent = index === at ? reply : usual;
    return sent === null ? null : bytes(sent);
  });

/** Keeps a silent connection open, so that only the replies decide the outcome. */
function givenPatientServer(): void {
  silenceMs = 5_000;
  onTestFinished(() => {
    silenceMs = 15;
  });
}

test.each<[string, readonly (Uint8Array | null)[], string]>([
  ["a greeting that refuses", honestExcept(0, "554 no service\r\n"), "open connect"],
  ["a refused login", honestExcept(2, "535 wrong password\r\n"), "open login"],
  ["a refused sender", honestExcept(3, "550 not allowed\r\n"), "envelope sender"],
  ["a refused recipient", honestExcept(4, "550 no such user\r\n"), "envelope recipient"],
  ["a refused body", honestExcept(5, "554 no body\r\n"), "envelope message"],
  ["a refused mail", honestExcept(6, "554 spam\r\n"), "body message"],
  ["a connection that ends after the body", honestExcept(6, null), "body connect"],
])("%s ends the first mail with its own problem", async (_name, replies, outcome) => {
  givenPatientServer();
  const [first] = await outcomesOf(replies);
  expect(first).toBe(outcome);
});

test("an honest server gets both mails", async () => {
  givenPatientServer();
  expect(await outcomesOf(honest.map(bytes))).toEqual(["sent", "sent"]);
});

test("fuzz: replies of a hostile mail server end each mail with a state and a text that can be shown", async () => {
  let sessions = 0;
  await fc.assert(
    fc.asyncProperty(session, async (replies) => {
      await outcomesOf(replies);
      sessions += 1;
    }),
    { numRuns: RUNS },
  );
  expect(sessions).toBe(RUNS);
}, 600_000);
