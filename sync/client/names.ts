import type { SessionUser } from "../../contracts/account/session.ts";
import { SYNC_SCHEMA_VERSION } from "../../contracts/sync.ts";

export type DeskOwner = Pick<SessionUser, "companyId" | "id">;

/** RxDB database names avoid characters that file systems reject. */
const key = (owner: DeskOwner) => `${owner.companyId}-${owner.id}`;

/** The pulled documents: dropped and pulled again when the schema version increases. */
export const documentsName = (owner: DeskOwner) => `balcao-documents-${key(owner)}-v${SYNC_SCHEMA_VERSION}`;
export const cacheName = (owner: DeskOwner) => `balcao-cache-${key(owner)}-v${SYNC_SCHEMA_VERSION}`;
/** Unsent user data: no version in the name, because it is migrated and never dropped. */
export const outboxName = (owner: DeskOwner) => `balcao-outbox-${key(owner)}`;
export const leaderLockName = (owner: DeskOwner) => `balcao-leader-${key(owner)}`;
export const sealingLockName = (owner: DeskOwner) => `balcao-sealing-${key(owner)}`;
export const tabChannelName = (owner: DeskOwner) => `balcao-tabs-${key(owner)}`;
/** The prefixes of this user's pulled databases of all versions. */
export const cachePrefixes = (owner: DeskOwner) => [
  `balcao-cache-${key(owner)}-`,
  `balcao-documents-${key(owner)}-`,
  `rxdb-dexie-balcao-documents-${key(owner)}-`,
];
