/**
 * What wallets say of themselves, made fit to show and to keep. Everything here is written by scripts that anyone may
 * have put into the page: getters that throw, names that read as others, scripts in place of images.
 */
import { toPlainLine } from '@latchkey/wire';

const longestName = 40;
const longestIcon = 128 * 1024;
const imageTypes =
  /^data:image\/(?:svg\+xml|png|jpeg|jpg|webp|gif|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** Reads what another script wrote; null where reading throws. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * A name as people may read it: one line of at most 40 characters, without signs that are not seen or turn the reading around.
 *
 * Threat: a name that shows itself as another wallet's by such signs, or that fills the page.
 */
export function toName(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const seen = toPlainLine(claim.slice(0, 10 * longestName));
  return [...seen].slice(0, longestName).join('').trim() || null;
}

/**
 * An icon as an image may take it: a `data:` address of an image, of at most 128 kB.
 *
 * Threat: an address that tells a stranger who looks at the list, or one that is a script. What an SVG has of scripts
 * does not run in an image.
 */
export function toIcon(claim: unknown): string | null {
  if (typeof claim !== 'string' || claim.length > longestIcon + 64) return null;
  const icon = claim.trim();
  return imageTypes.test(icon) ? icon : null;
}

/** Names a wallet by a domain (EIP-6963); null for what is no such name. */
export function toRdns(claim: unknown): string | null {
  return typeof claim === 'string' && /^[a-z0-9][a-z0-9._-]{0,99}$/i.test(claim) ? claim.toLowerCase() : null;
}

const mostAccounts = 100;

/** The addresses of Ethereum among what a wallet calls its accounts. */
export function toEthereumAddresses(claim: unknown): string[] {
  if (!Array.isArray(claim)) return [];
  return claim
    .slice(0, mostAccounts)
    .filter((one): one is string => typeof one === 'string' && /^0x[0-9a-f]{40}$/i.test(one));
}

/** A chain's id as `eth_chainId` and `chainChanged` tell it, in hex, as older wallets do in digits; null for what is none. */
export function toChainNumber(claim: unknown): number | null {
  const isText = typeof claim === 'string' && /^(?:0x[0-9a-f]{1,13}|[0-9]{1,15})$/i.test(claim);
  const id = isText || typeof claim === 'number' ? Number(claim) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Whether a text has the form of an address of Solana, 32 bytes in base 58. */
export const isSolanaForm = (claim: unknown): claim is string =>
  typeof claim === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(claim);
