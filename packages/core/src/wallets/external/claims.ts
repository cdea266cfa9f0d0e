/**
 * Sanitises data that wallets report, for display and storage. Any script in the page may have written it: with
 * getters that throw, names that imitate others, or scripts in place of images.
 */
import { toPlainLine } from '@latchkey/wire';

const longestName = 40;
const longestIcon = 128 * 1024;
const imageTypes =
  /^data:image\/(?:svg\+xml|png|jpeg|jpg|webp|gif|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** Reads a value that another script wrote, or calls a function of another script. Returns null if this throws. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * Returns a displayable name: one line of at most 40 characters, with spaces in place of invisible characters and
 * direction marks.
 *
 * A malicious wallet could use such characters to imitate another wallet's name, or fill the page with a long name.
 */
export function toName(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const seen = toPlainLine(claim.slice(0, 10 * longestName));
  return [...seen].slice(0, longestName).join('').trim() || null;
}

/**
 * Returns an icon URL for an image element, or null: only a `data:` URL of an image, about 128 kB at most.
 *
 * A remote URL would show a third party who views the list, and a script URL could run code. Scripts in an SVG do not
 * run in an image element.
 */
export function toIcon(claim: unknown): string | null {
  if (typeof claim !== 'string' || claim.length > longestIcon + 64) return null;
  const icon = claim.trim();
  return imageTypes.test(icon) ? icon : null;
}

/** Returns a wallet's announced domain (EIP-6963), or null if it is malformed. */
export function toRdns(claim: unknown): string | null {
  return typeof claim === 'string' && /^[a-z0-9][a-z0-9._-]{0,99}$/i.test(claim) ? claim.toLowerCase() : null;
}

const mostAccounts = 100;

/** Returns the Ethereum addresses among the accounts that a wallet reports. */
export function toEthereumAddresses(claim: unknown): string[] {
  if (!Array.isArray(claim)) return [];
  return claim
    .slice(0, mostAccounts)
    .filter((one): one is string => typeof one === 'string' && /^0x[0-9a-f]{40}$/i.test(one));
}

/**
 * Parses a chain id from `eth_chainId` or `chainChanged`: hex, or decimal in older wallets. Returns null if it is
 * invalid.
 */
export function toChainNumber(claim: unknown): number | null {
  const isText = typeof claim === 'string' && /^(?:0x[0-9a-f]{1,13}|[0-9]{1,15})$/i.test(claim);
  const id = isText || typeof claim === 'number' ? Number(claim) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** True if a text looks like a Solana address: 32 to 44 characters of base58. */
export const isSolanaForm = (claim: unknown): claim is string =>
  typeof claim === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(claim);
