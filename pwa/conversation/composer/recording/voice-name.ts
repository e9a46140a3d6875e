/** Returns a name like "audio-20260701-140312.mp3". */
export const voiceName = (now: Date) => {
  const [day = "", time = ""] = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().split("T");
  return `audio-${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}.mp3`;
};
