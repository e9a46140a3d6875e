const SIGNED = /^\*[^*\n]+:\*\n/;

/** The agent's name in bold above what they wrote. */
export function signed(body: string, name: string, sign: boolean): string {
  return sign && body !== "" ? `*${name}:*\n${body}` : body;
}

/** Other words under the signature that a message has, if it has one. */
export function signedAs(message: string, body: string): string {
  return (SIGNED.exec(message)?.[0] ?? "") + body;
}

/** What was written, without the signature: to be edited again. */
export function unsigned(body: string): string {
  return body.replace(SIGNED, "");
}
