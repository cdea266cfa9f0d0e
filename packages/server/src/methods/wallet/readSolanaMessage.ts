import { toSolanaPublicKey } from '../../crypto/index.ts';
import { authority, type SignInMessage, time, toTimeMs, uri } from '../../ethereum/index.ts';

/** Parsed sign-in message of Solana. Times are in Unix ms. Absent optional fields are null; absent resources are []. */
export interface SolanaMessage extends Omit<SignInMessage, 'chainId'> {
  /** Chain as the Wallet Standard names it, without its prefix; null if the message names none. */
  readonly chain: string | null;
}

/**
 * Grammar of a whole message, as `solana:signIn` of the Wallet Standard writes it. Clients pass the same text to
 * wallets that only sign messages. Without a statement there is one blank line before the fields.
 * https://github.com/phantom/sign-in-with-solana#abnf-message-format
 */
const grammar = new RegExp(
  [
    String.raw`^(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(${authority}) wants you to sign in with your Solana account:\n`,
    String.raw`([1-9A-HJ-NP-Za-km-z]{32,44})\n`,
    String.raw`(?:\n([ -~]+)\n)?\n`,
    String.raw`URI: (${uri})\nVersion: 1(?:\nChain ID: (?:solana:)?(mainnet|devnet|testnet|localnet))?`,
    String.raw`\nNonce: ([A-Za-z0-9]{8,128})\nIssued At: ${time}`,
    String.raw`(?:\nExpiration Time: ${time})?(?:\nNot Before: ${time})?(?:\nRequest ID: [!-~]*)?`,
    String.raw`(?:\nResources:((?:\n- ${uri})*))?$`,
  ].join(''),
);

/** Reads a sign-in message of Solana. Returns null for a text that does not match the format exactly. */
export function readSolanaMessage(text: string): SolanaMessage | null {
  const found = grammar.exec(text);
  if (!found) return null;
  const [, scheme, domain, address, statement, at, chain, nonce, issued, expires, notBefore, resources] =
    found;
  if (!domain || !address || !at || !nonce || !issued || !toSolanaPublicKey(address)) return null;
  const times = [issued, expires, notBefore].map((one) => (one === undefined ? null : toTimeMs(one)));
  const [issuedAtMs = null, expirationTimeMs = null, notBeforeMs = null] = times;
  if (issuedAtMs === null || times.some(Number.isNaN)) return null;
  return {
    scheme: scheme ?? null,
    domain,
    address,
    statement: statement ?? null,
    uri: at,
    chain: chain ?? null,
    nonce,
    issuedAtMs,
    expirationTimeMs,
    notBeforeMs,
    resources: resources?.split('\n- ').slice(1) ?? [],
  };
}
