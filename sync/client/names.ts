import type { SessionUser } from "../contracts/session.ts";
import { SYNC_SCHEMA_VERSION } from "../contracts/sync.ts";

export type DeskOwner = Pick<SessionUser, "companyId" | "id">;

/** RxDB wants names without signs that file systems dislike. */
const key = (owner: DeskOwner) => `${owner.companyId}-${owner.id}`;

/** What was pulled: dropped and pulled again when the schema version grows. */
export const documentsName = (owner: DeskOwner) => `balcao-documents-${key(owner)}-v${SYNC_SCHEMA_VERSION}`;
export const cacheName = (owner: DeskOwner) => `balcao-cache-${key(owner)}-v${SYNC_SCHEMA_VERSION}`;
/** What a person made and nobody else has: no version in the name, so that it is migrated and never dropped. */
export const outboxName = (owner: DeskOwner) => `balcao-outbox-${key(owner)}`;
export const leaderLockName = (owner: DeskOwner) => `balcao-leader-${key(owner)}`;
export const tabChannelName = (owner: DeskOwner) => `balcao-tabs-${key(owner)}`;
/** Pulled databases of every version of this user begin like this. */
export const cachePrefixes = (owner: DeskOwner) => [
  `balcao-cache-${key(owner)}-`,
  `balcao-documents-${key(owner)}-`,
  `rxdb-dexie-balcao-documents-${key(owner)}-`,
];
