/** What a browser says it is: enough for its owner to know it again in a list. */
export interface Agent {
  readonly browser: string | null;
  readonly os: string | null;
}

// Most browsers name others besides themselves, for old servers: the first that is found counts.
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
 * Reads the names of browser and system out of a `User-Agent` header: words of ours, never text of the header's, which
 * anyone may write. It is a hint for the person who reads the list, and decides nothing.
 */
export function describeAgent(userAgent: string | null): Agent {
  const text = (userAgent ?? '').slice(0, 512);
  return { browser: nameIn(browsers, text), os: nameIn(systems, text) };
}
