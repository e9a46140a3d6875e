import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const require = createRequire(import.meta.url);
const PREFIX = "virtual:emoji/";
/** The newest emoji version that current systems can draw. */
const NEWEST_VERSION = 15.1;
const TONES = ["none", "light", "medium-light", "medium", "medium-dark", "dark"];
/** Group of parts that only form other emojis; they cannot be chosen. */
const COMPONENTS = "component";

type Source = {
  emoji: string;
  label: string;
  group?: number;
  tags?: string[];
  version: number;
  skins?: { emoji: string; tone: number | number[] }[];
};
type Names = {
  groups: { key: string; message: string; order: number }[];
  skinTones: { key: string; message: string }[];
};

/**
 * Provides `virtual:emoji/pt`: the emojis with their names in that language, in the format of frimousse, as a
 * separate script.
 */
export function emojiData(): Plugin {
  return {
    name: "emoji-data",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const locale = id.slice(PREFIX.length + 1);
      const data = JSON.stringify(read(locale));
      return `export default JSON.parse(${JSON.stringify(data)});`;
    },
  };
}

function read(locale: string) {
  const file = (name: string) =>
    JSON.parse(readFileSync(require.resolve(`emojibase-data/${locale}/${name}.json`), "utf8")) as unknown;
  const [emojis, names] = [file("data") as Source[], file("messages") as Names];
  const groups = names.groups.filter(({ key }) => key !== COMPONENTS);
  const isShown = ({ group, version }: Source) =>
    version <= NEWEST_VERSION && groups.some(({ order }) => order === group);
  return {
    locale,
    emojis: emojis.filter(isShown).map(({ emoji, label, group, tags = [], version, skins = [] }) => {
      const single = skins.flatMap((skin) => (typeof skin.tone === "number" ? [[TONES[skin.tone], skin.emoji]] : []));
      return { emoji, category: group, version, label, tags, ...(single.length > 0 && { skins: toSkins(single) }) };
    }),
    categories: groups.map(({ order, message }) => ({ index: order, label: capital(message) })),
    skinTones: Object.fromEntries(names.skinTones.map(({ key, message }) => [key, capital(message)])),
  };
}

const toSkins = (pairs: unknown[][]) => Object.fromEntries(pairs) as Record<string, string>;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
