declare module "virtual:emoji/*" {
  import type { EmojiData } from "frimousse";

  const data: EmojiData;
  export default data;
}
