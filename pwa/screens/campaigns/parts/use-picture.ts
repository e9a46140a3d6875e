import { useEffect, useState } from "react";
import type { Campaign } from "./campaign-wire.ts";

const isPicture = (name: string | null): boolean => name !== null && /\.(png|jpe?g|webp|gif)$/i.test(name);

/** Returns the address of a campaign's picture: of the chosen file, else of the stored one; null: another kind of file, or none. */
export function usePicture(campaign: Pick<Campaign, "mediaName" | "mediaPath"> | null, file: File | null = null) {
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    if (!file || !isPicture(file.name)) return setChosen(null);
    const address = URL.createObjectURL(file);
    setChosen(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  if (file) return chosen;
  return campaign && isPicture(campaign.mediaName) ? campaign.mediaPath : null;
}
