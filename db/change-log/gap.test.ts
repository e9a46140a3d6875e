import { expect, inject, test } from "vitest";
import { openDatabase } from "../index.ts";
import { givenCompany } from "../testing/given.ts";
import { measureGap } from "../testing/measure-gap.ts";
import { isOnNodes } from "../testing/nodes.ts";
import { openSequencer } from "./sequencer.ts";

test("sixteen writers with long transactions: the reader gets all 1,600 changes", async () => {
  const url = inject("databaseUrl");
  const [logging, plain] = [
    openDatabase(url, { max: 20, name: "gap" }),
    // Triggers are off on these connections of the owner: the same writes without a change log.
    openDatabase(`${inject("ownerUrl")}?options=-c%20session_replication_role%3Dreplica`, { max: 20, name: "no log" }),
  ];
  try {
    const sequencer = openSequencer(logging);
    // The owner's setting does not reach several nodes.
    const without = isOnNodes
      ? null
      : await measureGap(plain, sequencer, (await givenCompany()).companyId, { logged: false });
    const result = await measureGap(logging, sequencer, (await givenCompany()).companyId, { logged: true });
    expect(result).toMatchObject({ rows: 1_600, lost: 0, doubled: 0 });
    if (without === null) return;
    expect(without, "written without a log").toMatchObject({ rows: 1_600, lost: 1_600 });
    const [withMs, withoutMs] = [result.writingMs, without.writingMs].map(Math.round);
    console.log(`writing took ${withMs} ms with the log, ${withoutMs} ms without one`);
  } finally {
    await Promise.all([logging.close(), plain.close()]);
  }
});
