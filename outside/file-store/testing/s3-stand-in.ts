import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { URL } from "node:url";

type Stored = { bytes: Buffer; changedAt: Date; encryption?: string };
type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> };
type Call = { method: string; path: string; query: URLSearchParams; headers: IncomingMessage["headers"]; body: Buffer };

/** Small, so that a few files make several pages. */
const PAGE_KEYS = 5;
const MIN_PIECE_BYTES = 5 * 1024 * 1024;
const REGION = "us-east-1";

/**
 * An S3 server with one bucket in memory, on 127.0.0.1. It checks the signature of each call (AWS Signature Version 4) and
 * answers as https://docs.aws.amazon.com/AmazonS3/latest/API describes the calls that the file store uses.
 */
export async function startS3StandIn(bucket: string) {
  const credentials = { id: "stand-in", secret: randomUUID() };
  const objects = new Map<string, Stored>();
  const uploads = openUploads(bucket, objects);
  const calls: string[] = [];
  /** The failure that the next calls meet instead of an answer. */
  const faults: ("busy" | "cut" | "cut-body")[] = [];

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://s3");
      const call = {
        method: request.method ?? "",
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body,
      };
      calls.push(`${call.method} ${pathname}`);
      const fault = faults.shift();
      if (fault === "cut") return request.socket.destroy();
      if (fault === "busy") return send(response, refusal(503, "SlowDown"));
      const answer = answerOf(call);
      if (fault === "cut-body") return sendHalf(response, answer);
      return send(response, answer);
    });
  });

  function answerOf(call: Call): Answer {
    if (!isSigned(call, credentials)) return refusal(403, "SignatureDoesNotMatch");
    const [, named, ...rest] = call.path.split("/");
    if (named !== bucket) return refusal(404, "NoSuchBucket");
    const key = decodeURIComponent(rest.join("/"));
    if (!key) return listOf(objects, call.query);
    if (call.method === "PUT") return call.query.has("uploadId") ? uploads.putPiece(call) : put(key, call);
    if (call.method === "POST") return call.query.has("uploads") ? uploads.begin(key, call) : uploads.finish(call);
    if (call.method === "DELETE") return remove(key, call.query.get("uploadId"));
    return get(key, call);
  }

  function put(key: string, { body, headers }: Call): Answer {
    objects.set(key, { bytes: body, changedAt: new Date(), encryption: encryptionOf(headers) });
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  function get(key: string, { method, headers }: Call): Answer {
    const found = objects.get(key);
    if (!found) return method === "HEAD" ? { status: 404 } : refusal(404, "NoSuchKey");
    const { bytes } = found;
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
    if (method === "HEAD") return { status: 200, headers: { "content-length": String(bytes.length) } };
    if (from === undefined) return { status: 200, body: bytes };
    const [start, end] = [Number(from), to ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1];
    if (start >= bytes.length) return refusal(416, "InvalidRange");
    const range = `bytes ${start}-${end}/${bytes.length}`;
    return { status: 206, body: bytes.subarray(start, end + 1), headers: { "content-range": range } };
  }

  function remove(key: string, uploadId: string | null): Answer {
    if (uploadId) uploads.begun.delete(uploadId);
    else objects.delete(key);
    return { status: 204 };
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** The variables that the AWS SDK reads. */
    env: { AWS_REGION: REGION, AWS_ACCESS_KEY_ID: credentials.id, AWS_SECRET_ACCESS_KEY: credentials.secret },
    objects,
    uploads: uploads.begun,
    calls,
    faults,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Takes files in pieces; a finished one is put into `objects`. */
function openUploads(bucket: string, objects: Map<string, Stored>) {
  const begun = new Map<string, { key: string; pieces: Map<number, Buffer>; encryption?: string }>();

  function begin(key: string, { headers }: Call): Answer {
    const id = randomUUID();
    begun.set(id, { key, pieces: new Map(), encryption: encryptionOf(headers) });
    return xml(
      "InitiateMultipartUploadResult",
      `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`,
    );
  }

  function putPiece({ query, body }: Call): Answer {
    const upload = begun.get(query.get("uploadId") ?? "");
    if (!upload) return refusal(404, "NoSuchUpload");
    upload.pieces.set(Number(query.get("partNumber")), body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  function finish({ query, body }: Call): Answer {
    const id = query.get("uploadId") ?? "";
    const upload = begun.get(id);
    if (!upload) return refusal(404, "NoSuchUpload");
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number));
    const pieces = named.map((number) => upload.pieces.get(number) ?? Buffer.alloc(0));
    if (pieces.slice(0, -1).some(({ length }) => length < MIN_PIECE_BYTES)) return refusal(400, "EntityTooSmall");
    const { key, encryption } = upload;
    objects.set(key, { bytes: Buffer.concat(pieces), changedAt: new Date(), encryption });
    begun.delete(id);
    return xml("CompleteMultipartUploadResult", `<Key>${key}</Key>`);
  }

  return { begun, begin, putPiece, finish };
}

/** Lists one level of the keys, page by page. */
function listOf(objects: ReadonlyMap<string, Stored>, query: URLSearchParams): Answer {
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const entryOf = (key: string) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return end < 0 ? key : key.slice(0, end + 1);
  };
  const entries = [...new Set(keys.map(entryOf))].filter((entry) => entry > after);
  const page = entries.slice(0, PAGE_KEYS);
  const isTruncated = entries.length > page.length;
  const next = isTruncated ? Buffer.from(page.at(-1) ?? "").toString("base64") : "";
  const rows = page.map((entry) => {
    const found = objects.get(entry);
    if (!found) return `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`;
    const changedAt = found.changedAt.toISOString();
    return `<Contents><Key>${entry}</Key><LastModified>${changedAt}</LastModified><Size>${found.bytes.length}</Size></Contents>`;
  });
  const token = next && `<NextContinuationToken>${next}</NextContinuationToken>`;
  return xml("ListBucketResult", `<IsTruncated>${isTruncated}</IsTruncated>${token}${rows.join("")}`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body = "", headers = {} }: Answer): void {
  response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
}

function sendHalf(response: ServerResponse, { status, body = "", headers = {} }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { "content-length": bytes.length, ...headers });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}

const xml = (name: string, content: string): Answer => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?><${name}>${content}</${name}>`,
  headers: { "content-type": "application/xml" },
});

const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  headers: { "content-type": "application/xml" },
});

const etagOf = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

function encryptionOf(headers: IncomingMessage["headers"]): string | undefined {
  return headers["x-amz-server-side-encryption"]?.toString();
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned(
  { method, path, query, headers, body }: Call,
  { id, secret }: { id: string; secret: string },
): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, named, day = "", region = "", signed = "", signature] = form.exec(headers.authorization ?? "") ?? [];
  const hash = headers["x-amz-content-sha256"]?.toString() ?? "";
  if (named !== id || (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body))) return false;
  const parameters = [...query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const fields = signed.split(";").map((name) => `${name}:${headers[name]?.toString().trim()}\n`);
  const canonical = [method, path, parameters.join("&"), fields.join(""), signed, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const steps = [day, region, "s3", "aws4_request", text];
  const computed = steps.reduce<string | Buffer>((key, step) => hmac(key, step), `AWS4${secret}`) as Buffer;
  return computed.toString("hex") === signature;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
