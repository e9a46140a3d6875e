import { useEffect, useMemo, useState } from "react";
import { loadedPhoneLibrary, loadPhoneLibrary, type PhoneReader } from "./read-phone.ts";
import { useSettings } from "./use-setting.ts";

/** Returns the reading of typed numbers by the company's country; null until it is loaded: then the server reads them. */
export function usePhoneReader(): PhoneReader | null {
  const { phoneCountry: country, phoneAreaCode: areaCode } = useSettings();
  const [library, setLibrary] = useState(loadedPhoneLibrary);
  useEffect(() => {
    // Without it, the server reads the number when the form is saved.
    if (!library) loadPhoneLibrary().then(setLibrary, () => undefined);
  }, [library]);
  return useMemo(
    () => library && ((typed) => library.readPhone(typed, { country, areaCode })),
    [library, country, areaCode],
  );
}
