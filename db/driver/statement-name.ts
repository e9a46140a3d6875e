/**
 * A longer list is a statement of its own for each length; prepared on every connection for its whole life, those
 * would fill the server's memory.
 */
const MAX_PREPARED_PARAMETERS = 64;
const MAX_PREPARED = 2_000;
const names = new Map<string, string>();

/**
 * Returns the prepared-statement name of a query text, so that each connection plans it once; undefined: do not
 * prepare.
 */
export function statementName(text: string, parameters: unknown[]): string | undefined {
  if (parameters.length === 0 || parameters.length > MAX_PREPARED_PARAMETERS) return undefined;
  const known = names.get(text);
  if (known || names.size >= MAX_PREPARED) return known;
  const name = `balcao_${names.size}`;
  names.set(text, name);
  return name;
}
