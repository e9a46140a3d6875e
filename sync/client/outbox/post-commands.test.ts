import { inflateSync } from "node:zlib";
import { uuidv7 } from "uuidv7";
import { expect, test, vi } from "vitest";
import type { ApiFetch } from "../desk-types.ts";
import type { OutboxRecord } from "./entry.ts";
import { createPostCommands } from "./post-commands.ts";

const [id, ticketId] = [uuidv7(), uuidv7()];
const batch = [{ id, type: "ticket.read", payload: { ticketId }, createdAt: "2026-07-01T10:00:00.000Z" }];
const text = JSON.stringify({ commands: batch });
const records = batch as unknown as OutboxRecord[];

const results = [{ id, status: "applied", rev: 4, code: null }];
const accepting = { headers: { "accept-encoding": "deflate" } };
const refusal = (status: number) => Object.assign(new Error("refused"), { status, code: "ERR_VALIDATION" });

/** A server that gives these answers, one to each request; `bodies` are the bodies as received. */
function given(...answers: (Response | Error)[]) {
  const bodies: (string | Uint8Array)[] = [];
  const encodings: (string | null)[] = [];
  const apiFetch: ApiFetch = async (_path, init) => {
    const body = init?.body;
    bodies.push(body instanceof ArrayBuffer ? new Uint8Array(body) : String(body));
    const headers = new Headers(init?.headers);
    encodings.push(headers.get("content-encoding"));
    expect([headers.get("content-type"), headers.get("prefer")]).toEqual(["application/json", "return=minimal"]);
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new Error("one request too many");
    return answer;
  };
  const post = createPostCommands({ apiFetch, signal: new AbortController().signal });
  return { post: () => post(records), bodies, encodings };
}

test("commands are sent as they are until an answer accepts compressed bodies, then compressed", async () => {
  const answer = () => Response.json({ revs: [4] }, accepting);
  const { post, bodies, encodings } = given(
    Response.json({ results }),
    answer(),
    answer(),
    Response.json({ revs: [4] }),
  );
  for (let at = 0; at < 4; at += 1) expect(await post()).toEqual(results);
  expect(encodings).toEqual([null, null, "deflate", "deflate"]);
  expect(bodies.slice(0, 2)).toEqual([text, text]);
  expect(inflateSync(bodies[2] ?? "").toString()).toBe(text);
  expect(bodies[2]?.length).toBeLessThan(text.length);
});

test("an older server in place of the last one does not accept them any more", async () => {
  const { post, encodings } = given(
    Response.json({ revs: [4] }, accepting),
    Response.json({ results }),
    Response.json({ results }),
  );
  for (let at = 0; at < 3; at += 1) expect(await post()).toEqual(results);
  expect(encodings).toEqual([null, "deflate", null]);
});

test.each([400, 415])(
  "a server that answers a compressed body with %i gets the commands as they are, then and later",
  async (status) => {
    const answer = () => Response.json({ revs: [4] }, accepting);
    const { post, bodies, encodings } = given(answer(), refusal(status), answer(), answer());
    for (let at = 0; at < 3; at += 1) expect(await post()).toEqual(results);
    expect(encodings).toEqual([null, "deflate", null, null]);
    expect(bodies[2]).toBe(text);
  },
);

test("commands that are refused in both forms do not end the compression", async () => {
  const answer = () => Response.json({ revs: [4] }, accepting);
  const { post, encodings } = given(answer(), refusal(400), refusal(400), answer());
  await post();
  await expect(post()).rejects.toMatchObject({ status: 400 });
  await post();
  expect(encodings).toEqual([null, "deflate", null, "deflate"]);
});

test.each([401, 413, 500])("a refusal with %i is no reason to send a compressed body again", async (status) => {
  const { post, encodings } = given(Response.json({ revs: [4] }, accepting), refusal(status));
  await post();
  await expect(post()).rejects.toMatchObject({ status });
  expect(encodings).toEqual([null, "deflate"]);
});

test("a refusal of the commands as they are is passed on", async () => {
  const { post } = given(refusal(400));
  await expect(post()).rejects.toMatchObject({ status: 400 });
});

test("a browser that cannot compress sends them as they are", async () => {
  vi.stubGlobal("CompressionStream", undefined);
  const { post, encodings } = given(Response.json({ revs: [4] }, accepting), Response.json({ revs: [4] }, accepting));
  for (let at = 0; at < 2; at += 1) expect(await post()).toEqual(results);
  expect(encodings).toEqual([null, null]);
  vi.unstubAllGlobals();
});
