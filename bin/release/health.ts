import process from "node:process";

const WITHIN_MS = 5_000;

/** `balcao health [URL]`: ends with 0 when the program at the address answers 200, and with 1 and the reason otherwise. */
async function health(): Promise<void> {
  const [url = `http://127.0.0.1:${process.env.PORT ?? "3000"}/ready`] = process.argv.slice(2);
  const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).trim()}`);
}

health().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
