import { phone } from "./chromium.ts";

/** `usual` in `npm test`, which does a journey at one size; `npm run proof -- walks` does it at each (decision 0113). */
const isUsual = process.env.WALKS === "usual";

/**
 * Returns the rows of a journey's table that `npm test` does: those of this size. A row of the phone holds `phone`, as a
 * value of an object or a tuple.
 */
export const usually = <Row extends object>(size: "desktop" | "phone", rows: readonly Row[]): readonly Row[] =>
  isUsual ? rows.filter((row) => Object.values(row).includes(phone) === (size === "phone")) : rows;

/** Returns the modes that `npm test` does: the named ones. */
export const usualModes = <Mode extends { name: string }>(names: readonly string[], modes: readonly Mode[]): Mode[] =>
  modes.filter(({ name }) => !isUsual || names.includes(name));
