import * as v from "valibot";
import type { MailGroup } from "../../../contracts/office/mails.ts";
import { MailPageWire, MailSetupWire, MailWire } from "../../../contracts/wire/mails.ts";
import { useServerData } from "../../session/server-data/use-server-data.ts";

const changesWith = ["mails"] as const;

const readPage = (answer: unknown) => v.parse(MailPageWire, answer);
const readMail = (answer: unknown) => v.parse(MailWire, answer);
const readSetup = (answer: unknown) => v.parse(MailSetupWire, answer);

export function useMailPage(group: MailGroup, search: string, page: number) {
  const query = new URLSearchParams({ group, searchParam: search, pageNumber: String(page) });
  return useServerData(`/mails?${query}`, readPage, { changesWith, remember: search === "" });
}

export const useMail = (id: string) => useServerData(`/mails/${id}`, readMail, { changesWith, remember: true });
export const useMailSetup = () => useServerData("/mail-setup", readSetup);
