import type { ChannelName } from "../../../contracts/channels.ts";
import { channelAbilities } from "../../../contracts/desk/channel-abilities.ts";
import { derivedId } from "../../ground/derived-id.ts";
import type { OutgoingContent } from "./write-outgoing.ts";

/**
 * Splits content into the channel's messages: without caption support the text follows its file, and a long text
 * becomes several. Each part is a message of its own from here on, so each is sent exactly once. The ids of later
 * parts are deterministic.
 */
export function partsOf(channel: ChannelName, content: OutgoingContent): OutgoingContent[] {
  const { captions, longestText } = channelAbilities[channel];
  const body = content.body ?? "";
  const words = longestText ? splitText(body, longestText) : [body];
  const hasFile = content.fileId != null;
  const isApart = hasFile && !captions && body !== "";
  const [first = "", ...rest] = isApart ? ["", ...words] : words;
  const { id, userId, origin, campaignId, composeMs } = content;
  return [
    { ...content, body: first },
    ...rest.map((text, place) => ({
      ...{ userId, origin, campaignId, composeMs },
      id: derivedId(`part ${place + 1} ${id}`),
      body: text,
    })),
  ];
}

type Limit = { most: number; in: "characters" | "bytes" };

const sizeOf = (text: string, limit: Limit): number => (limit.in === "bytes" ? Buffer.byteLength(text) : text.length);

/** Splits at the end of a line or word, never within a grapheme. */
export function splitText(text: string, limit: Limit): string[] {
  const parts: string[] = [];
  let rest = text;
  while (sizeOf(rest, limit) > limit.most) {
    const head = longestHead(rest, limit);
    const line = head.lastIndexOf("\n");
    const place = line > head.length / 2 ? line : head.search(/\s\S*$/);
    const cut = place > head.length / 2 ? place : head.length;
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest === "" && parts.length > 0 ? parts : [...parts, rest];
}

const signs = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function longestHead(text: string, limit: Limit): string {
  let size = 0;
  let end = 0;
  for (const { segment, index } of signs.segment(text)) {
    size += sizeOf(segment, limit);
    if (size > limit.most) break;
    end = index + segment.length;
  }
  // A single grapheme may exceed the limit.
  return text.slice(0, end || 1);
}
