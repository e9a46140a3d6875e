const SIGNED = /^\*[^*\n]+:\*\n/;

/** The agent's name in bold above what they wrote. */
export function signed(body: string, name: string, sign: boolean): string {
  return sign && body !== "" ? `*${name}:*\n${body}` : body;
}

/** What was written, without the signature: to be edited again. */
export function unsigned(body: string): string {
  return body.replace(SIGNED, "");
}
