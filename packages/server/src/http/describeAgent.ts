/** Browser and system of a user agent, so a user can recognise a session or device in a list. */
export interface Agent {
  readonly browser: string | null;
  readonly os: string | null;
}

// Most browsers also name other browsers, for the sake of old servers. The first match counts.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPX|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (table: typeof browsers, text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * Reads the names of browser and system from a `User-Agent` header. Any client can write any text there, so the result
 * contains only names from this file.
 */
export function describeAgent(userAgent: string | null): Agent {
  const text = (userAgent ?? '').slice(0, 512);
  return { browser: nameIn(browsers, text), os: nameIn(systems, text) };
}
