import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function block(selector: string): Map<string, string> {
  const start = css.indexOf(`\n${selector} {`);
  const body = css.slice(start, css.indexOf("\n}", start));
  return new Map([...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}
const scales = block("@theme");
const light = block(":root");
const themes = { light, dark: new Map([...light, ...block('[data-theme="dark"]')]) };

function hex(theme: Map<string, string>, name: string): string {
  const value = theme.get(name) ?? scales.get(name);
  if (value === undefined) throw new Error(`no token --${name}`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? hex(theme, reference) : value;
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const table = [...css.matchAll(/^ \*\s+([\w-]+) on ([\w-]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)/gm)].map((row) => ({
  ink: row[1] ?? "",
  ground: row[2] ?? "",
  light: Number(row[3]),
  dark: Number(row[4]),
  needs: Number(row[5]),
}));

test("contrast: tokens.css contains the contrast table", () => {
  expect(table.length).toBeGreaterThan(60);
});

test.each(table)("contrast: $ink on $ground is sufficient in both themes and as the table states", (row) => {
  for (const name of ["light", "dark"] as const) {
    const measured = contrast(hex(themes[name], row.ink), hex(themes[name], row.ground));
    expect(measured, `${name} is enough`).toBeGreaterThanOrEqual(row.needs);
    expect(Math.abs(measured - row[name]), `${name} is what the table says`).toBeLessThan(0.011);
  }
});
