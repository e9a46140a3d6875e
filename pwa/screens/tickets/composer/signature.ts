const SIGNED = /^\*[^*\n]+:\*\n/;

/** Puts the agent's name in bold above the text, if `sign` is set. */
export function signed(body: string, name: string, sign: boolean): string {
  return sign && body !== "" ? `*${name}:*\n${body}` : body;
}

/** Replaces the text of a message and keeps its signature, if it has one. */
export function signedAs(message: string, body: string): string {
  return (SIGNED.exec(message)?.[0] ?? "") + body;
}

/** Removes the signature from a text, so that it can be edited. */
export function unsigned(body: string): string {
  return body.replace(SIGNED, "");
}
