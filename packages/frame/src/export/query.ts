import type { WalletName } from '../sibling.ts';

/** Query of the export page (docs/wire/protocol.md §4.6): the wallet, and the look of the host's modal. */
export interface ExportQuery {
  readonly wallet: WalletName;
  readonly primaryAddress: string;
  /** True if the recovery phrase is offered, too. An imported key has none. */
  readonly hasPhrase: boolean;
  /** Language of the texts (BCP 47). Our own client sends it. */
  readonly language: string;
  /** Follows the client's colour scheme or background. Its other colours are ignored. */
  readonly theme: 'light' | 'dark';
}

/** Reads the query, with a default for each missing field. */
export function readQuery(search: string): ExportQuery {
  const query = new URLSearchParams(search);
  const address = query.get('address') ?? '';
  const isToBeDark = query.get('colorScheme') === 'dark' || isDark(query.get('background') ?? '');
  const entropyId = query.get('entropy_id');
  return {
    wallet: entropyId ? toPlace(query) : { address },
    // Older clients send only the address.
    primaryAddress: entropyId || query.get('primaryAddress') || address,
    hasPhrase: query.get('phrase_export') === 'true',
    language: query.get('locale') ?? 'en',
    theme: isToBeDark ? 'dark' : 'light',
  };
}

/** Reads the wallet by its position under the entropy, as the newest published clients name it (3.45). */
function toPlace(query: URLSearchParams): WalletName {
  const chainType = query.get('chain_type') === 'solana' ? 'solana' : 'ethereum';
  return { chainType, index: Number(query.get('hd_wallet_index') ?? 0) };
}

/** Returns true if a colour, in the forms that clients send, is dark. */
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
  // Weights of relative luminance (WCAG 2.2), without its gamma correction.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

/**
 * Takes the token out of the URL, where it could end up in histories. Our own client sends no token this way.
 */
export function takeToken(location: Location, history: History): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return token || null;
}
