export { phoneMatchKey } from "../../../contracts/phones.ts";
export { type Address, addressKey, isAddress, removeAddresses } from "./addresses.ts";
export { blockContact, toggleDisableBot } from "./block-contact.ts";
export { type ContactContent, contactDocuments, optedOutAtOf } from "./contact-documents.ts";
export { createContact, takePhone } from "./create-contact.ts";
export { csvLine, csvMark, csvNumber, unmarkedCell } from "./csv.ts";
export { deleteContact } from "./delete-contact.ts";
export { contactToCsv, csvHead, type ExportedContact, exportContacts } from "./export-contacts.ts";
export {
  channelAddresses,
  contactBehind,
  findOrCreateContact,
  findSettledContact,
  lockedContactBehind,
  type Party,
  type PartyKey,
  partyKey,
} from "./find-or-create-contact.ts";
export { insertContacts, renameContacts } from "./insert-contacts.ts";
export { type ContactListItem, contactsToPick, listContacts } from "./list-contacts.ts";
export { mergeContacts } from "./merge-contacts.ts";
export { checkedSince, logChecked } from "./number-check.ts";
export { requirePhone } from "./phone-number.ts";
export { addressesOf, type ContactRow, lockContact, lockContacts, requireContact } from "./require-contact.ts";
export { requireValidChange } from "./require-valid-change.ts";
export { saveContact } from "./save-contact.ts";
export { findContactIds } from "./search-contacts.ts";
export { setPictureAddress } from "./set-picture-address.ts";
export { updateContact } from "./update-contact.ts";
