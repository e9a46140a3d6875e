import { useState } from "react";
import * as v from "valibot";
import type { MailGroup } from "../../../contracts/office/mails.ts";
import { MailPageWire, MailSetupWire, MailWire } from "../../../contracts/wire/mails.ts";
import { useListChanges } from "../../session/use-list-changes.ts";
import { useServerData } from "../../session/use-server-data.ts";

const REFRESH_MS = 500;

const readPage = (answer: unknown) => v.parse(MailPageWire, answer);
const readMail = (answer: unknown) => v.parse(MailWire, answer);
const readSetup = (answer: unknown) => v.parse(MailSetupWire, answer);

/** Counts the changes of mails: data with this version is loaded again. */
export function useMailVersion(): string {
  const [version, setVersion] = useState(0);
  useListChanges(["mails"], REFRESH_MS, () => setVersion((count) => count + 1));
  return String(version);
}

export function useMailPage(group: MailGroup, search: string, page: number, version: string) {
  const query = new URLSearchParams({ group, searchParam: search, pageNumber: String(page) });
  return useServerData(`/mails?${query}`, readPage, version);
}

export const useMail = (id: string, version: string) => useServerData(`/mails/${id}`, readMail, version);
export const useMailSetup = () => useServerData("/mail-setup", readSetup);
