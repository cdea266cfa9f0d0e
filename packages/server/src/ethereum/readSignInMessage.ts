import { toChecksumAddress } from '../crypto/index.ts';
import { authority, time, toTimeMs, uri } from './signInGrammar.ts';

/** Contents of a sign-in message. Times in Unix ms; missing optional fields are null, except `resources` (empty). */
export interface SignInMessage {
  /** Scheme of the requesting page; null if the message has none. */
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
 * Grammar of EIP-4361 for the whole message. An attacker's page could put a second `Nonce:` line into the statement.
 * A parser that reads line by line could use that one instead of the real one.
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

/**
 * Reads a sign-in message (EIP-4361). Returns null for any deviation from the grammar, and for a wrong checksum,
 * chain id or date.
 */
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
