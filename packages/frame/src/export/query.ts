/** What the address of the export page says (docs/wire/protocol.md §4.6): which wallet, and how the host's modal looks. */
export interface ExportQuery {
  readonly address: string;
  readonly primaryAddress: string;
  /** Whether the recovery phrase is offered besides: an imported key has none. */
  readonly hasPhrase: boolean;
  /** Language of the words, as BCP 47 has it. Our own client sends it. */
  readonly language: string;
  readonly colors: Readonly<Record<ColorName, string>>;
}

const defaults = {
  background: '#ffffff',
  background2: '#f4f5f7',
  foreground3: '#5b6068',
  foregroundAccent: '#ffffff',
  accent: '#4f46e5',
  accentDark: '#4338ca',
  success: '#1a7f45',
} as const;
export type ColorName = keyof typeof defaults;

/** Reads the query. Fields that are missing or make no sense count as absent. */
export function readQuery(search: string): ExportQuery {
  const query = new URLSearchParams(search);
  const address = query.get('address') ?? '';
  const names = Object.keys(defaults) as ColorName[];
  return {
    address,
    // Clients before 1.99 know the address alone.
    primaryAddress: query.get('primaryAddress') || address,
    hasPhrase: query.get('phrase_export') === 'true',
    language: query.get('locale') ?? 'en',
    colors: Object.fromEntries(
      names.map((name) => [name, toColor(query.get(name)) ?? defaults[name]]),
    ) as Record<ColorName, string>,
  };
}

/**
 * A colour as CSS writes it, opaque; null for anything else. What comes in an address is a stranger's: a `url()` or a
 * see-through colour would let the host page lay out the page that shows a key. @internal
 */
export function toColor(value: string | null): string | null {
  const text = value?.trim() ?? '';
  const isHex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
  const number = String.raw`\d{1,3}(?:\.\d{1,4})?`;
  const isRgb = new RegExp(`^rgb\\(${number}(?:, ?| )${number}(?:, ?| )${number}\\)$`, 'i').test(text);
  const isHsl = new RegExp(`^hsl\\(${number}(?:deg)?(?:, ?| )${number}%(?:, ?| )${number}%\\)$`, 'i').test(
    text,
  );
  return isHex || isRgb || isHsl ? text : null;
}

/**
 * Takes the token out of the address before anything else runs: what stays there ends up in histories and logs (D
 * further 11). Our own client sends none this way.
 */
export function takeToken(location: Location, history: History): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return token || null;
}
