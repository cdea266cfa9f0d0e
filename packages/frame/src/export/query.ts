import type { WalletName } from '../sibling.ts';

/** What the address of the export page says (docs/wire/protocol.md §4.6): which wallet, and how the host's modal looks. */
export interface ExportQuery {
  readonly wallet: WalletName;
  readonly primaryAddress: string;
  /** Whether the recovery phrase is offered besides: an imported key has none. */
  readonly hasPhrase: boolean;
  /** Language of the texts, as BCP 47 has it. Our own client sends it. */
  readonly language: string;
  /** All that is taken of the colours that clients send. */
  readonly theme: 'light' | 'dark';
}

/** Reads the query. Fields that are missing or make no sense count as absent. */
export function readQuery(search: string): ExportQuery {
  const query = new URLSearchParams(search);
  const address = query.get('address') ?? '';
  const isToBeDark = query.get('colorScheme') === 'dark' || isDark(query.get('background') ?? '');
  const entropyId = query.get('entropy_id');
  return {
    wallet: entropyId ? toPlace(query) : { address },
    // Clients before 1.99 know the address alone.
    primaryAddress: entropyId || query.get('primaryAddress') || address,
    hasPhrase: query.get('phrase_export') === 'true',
    language: query.get('locale') ?? 'en',
    theme: isToBeDark ? 'dark' : 'light',
  };
}

/** A wallet as the newest published clients name it (3.45): its place under the entropy. */
function toPlace(query: URLSearchParams): WalletName {
  const chainType = query.get('chain_type') === 'solana' ? 'solana' : 'ethereum';
  return { chainType, index: Number(query.get('hd_wallet_index') ?? 0) };
}

/** Tells whether a colour, in the forms that clients send, lies on the dark side of the middle. */
function isDark(color: string): boolean {
  const hsl = /^hsl\([\d.]+(?:deg)?,? ?[\d.]+%,? ?([\d.]+)%\)$/i.exec(color.trim());
  if (hsl) return Number(hsl[1]) < 50;
  const hex = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i.exec(
    color.trim(),
  );
  const rgb = /^rgb\(([\d.]+),? ?([\d.]+),? ?([\d.]+)\)$/i.exec(color.trim());
  const [red = 255, green = 255, blue = 255] = hex
    ? hex.slice(1).flatMap((digits) => (digits ? [Number.parseInt(digits.padEnd(2, digits), 16)] : []))
    : (rgb?.slice(1).map(Number) ?? []);
  // By the weights of relative luminance (WCAG 2.2), without its curve.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

/**
 * Takes the token out of the address before anything else runs: what stays there ends up in histories and logs. Our own client sends none this way.
 */
export function takeToken(location: Location, history: History): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return token || null;
}
