/** Returns the local calendar day of an instant, as a text that can be compared for equality. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}
