const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** Returns a name such as "Chrome, Windows", shown in a ticket's timeline. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent ?? "";
  const named = [browsers, systems].map((names) => names.find(([pattern]) => pattern.test(text))?.[1]);
  return named.filter(Boolean).join(", ") || text.slice(0, 60);
}
