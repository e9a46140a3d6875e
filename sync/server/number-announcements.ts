import { type Database, listenToAnnouncements, type Sequencer } from "../../db/index.ts";
import type { ChangeFeed } from "./change-feed.ts";

/** Companies that are numbered at the same time: each takes a connection. */
const AT_ONCE = 4;

type Deps = {
  database: Database;
  sequencer: Sequencer;
  feed: Pick<ChangeFeed, "followed">;
  onError(error: unknown): void;
};

/**
 * Assigns revisions to a change of an announcement in each company that someone of this process follows, so that open
 * screens get it at once. In the other companies the next reader or writer assigns them.
 */
export function numberAnnouncements({ database, sequencer, feed, onError }: Deps): Promise<{ stop(): Promise<void> }> {
  async function numberAll() {
    const waiting = [...feed.followed()];
    const lane = async () => {
      for (let companyId = waiting.pop(); companyId; companyId = waiting.pop())
        await sequencer.run(companyId).catch(onError);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }
  return listenToAnnouncements(database, () => void numberAll());
}
