import type { ContractNames, ContractRow } from "./contract-rows.ts";
import { json } from "./given-app.ts";

const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date());

/** Replaces every `{name}` in the text. */
export function filled(text: string, names: ContractNames): string {
  const known: Record<string, string> = { ...names, today: today() };
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? `no ${name} is given`);
}

/** Returns the row's request; `change` is applied to its JSON body. */
export function requestOf(
  { body, form }: ContractRow,
  method: string,
  names: ContractNames,
  change = (value: unknown) => value,
): RequestInit {
  if (body !== undefined) return json(method, change(JSON.parse(filled(JSON.stringify(body), names))));
  if (!form) return { method };
  const data = new FormData();
  for (const [name, text] of Object.entries(form.texts)) data.append(name, text);
  for (const name of form.medias ?? []) data.append("medias", new File([contentOf(name)], name));
  if (form.file) data.append("file", new File([contentOf(form.file)], form.file));
  return { method, body: data };
}

/** Adds the bearer that the row uses in place of the user's. */
export function withToken({ token }: ContractRow, request: RequestInit, names: ContractNames): RequestInit {
  if (token === undefined) return request;
  const headers = {
    ...Object.fromEntries(new Headers(request.headers)),
    authorization: token && `Bearer ${filled(token, names)}`,
    ...(token === "" && { cookie: "" }),
  };
  return { ...request, headers };
}

/** Returns the first bytes of a file of that type; no test reads the rest. */
function contentOf(name: string) {
  if (name.endsWith(".mp3")) return new Uint8Array([0xff, 0xfb, 0x90, 0x64, ...Array<number>(1_600).fill(0)]);
  return name.endsWith(".png") ? new Uint8Array(Buffer.from(PIXEL, "base64")) : "um, dois";
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
