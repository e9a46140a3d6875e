import type { Page } from "playwright-core";

/** Replaces the microphone with a tone or a refusal, because the Chromium installed by npm has none. */
export async function setMicrophone(page: Page, state: "blocked" | "hums"): Promise<void> {
  await page.evaluate((wanted) => {
    const media = {
      async getUserMedia() {
        if (wanted === "blocked") throw new DOMException("Permission denied", "NotAllowedError");
        const context = new AudioContext();
        const [tone, out] = [context.createOscillator(), context.createMediaStreamDestination()];
        tone.connect(out);
        tone.start();
        await context.resume();
        (window as Window & { microphone?: MediaStream }).microphone = out.stream;
        return out.stream;
      },
    };
    Object.defineProperty(navigator, "mediaDevices", { value: media, configurable: true });
  }, state);
}

/** A call takes the microphone from the page. */
export const takeMicrophone = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const track of (window as Window & { microphone?: MediaStream }).microphone?.getTracks() ?? [])
      track.dispatchEvent(new Event("ended"));
  });
