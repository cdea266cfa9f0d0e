import { toChecksumAddress } from '../crypto/index.ts';
import { authority, time, toTimeMs, uri } from './signInGrammar.ts';

/** What stands in a sign-in message. Times in Unix ms; what may be left out is null. */
export interface SignInMessage {
  /** Of the page that asked for it; null where it says none. */
  readonly scheme: string | null;
  readonly domain: string;
  /** With its checksum (EIP-55). */
  readonly address: string;
  readonly statement: string | null;
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAtMs: number;
  readonly expirationTimeMs: number | null;
  readonly notBeforeMs: number | null;
  readonly resources: readonly string[];
}

/**
 * The grammar of EIP-4361 as a whole, from the first letter to the last. A reader that looks for its lines one by one
 * could be shown a statement that holds a second `Nonce:`, and take another one than the person read.
 */
const grammar = new RegExp(
  [
    String.raw`^(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(${authority}) wants you to sign in with your Ethereum account:\n`,
    String.raw`(0x[0-9a-fA-F]{40})\n\n`,
    String.raw`(?:([ -~]+)\n)?\n`,
    String.raw`URI: (${uri})\nVersion: 1\nChain ID: ([1-9]\d{0,15})\nNonce: ([A-Za-z0-9]{8,128})\nIssued At: ${time}`,
    String.raw`(?:\nExpiration Time: ${time})?(?:\nNot Before: ${time})?(?:\nRequest ID: [!-~]*)?`,
    String.raw`(?:\nResources:((?:\n- ${uri})*))?$`,
  ].join(''),
);

/** Reads a sign-in message (EIP-4361); null for anything that is none, to the letter. */
export function readSignInMessage(text: string): SignInMessage | null {
  const found = grammar.exec(text);
  if (!found) return null;
  const [, scheme, domain, address, statement, at, chainId, nonce, issued, expires, notBefore, resources] =
    found;
  if (!domain || !address || !at || !nonce || !issued || toChecksumAddress(address) !== address) return null;
  // A larger number would be rounded to that of another chain.
  if (!Number.isSafeInteger(Number(chainId))) return null;
  const times = [issued, expires, notBefore].map((one) => (one === undefined ? null : toTimeMs(one)));
  const [issuedAtMs = null, expirationTimeMs = null, notBeforeMs = null] = times;
  if (issuedAtMs === null || times.some(Number.isNaN)) return null;
  return {
    scheme: scheme ?? null,
    domain,
    address,
    statement: statement ?? null,
    uri: at,
    chainId: Number(chainId),
    nonce,
    issuedAtMs,
    expirationTimeMs,
    notBeforeMs,
    resources: resources?.split('\n- ').slice(1) ?? [],
  };
}
