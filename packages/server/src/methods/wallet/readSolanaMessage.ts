import { toSolanaPublicKey } from '../../crypto/index.ts';
import { authority, type SignInMessage, time, toTimeMs, uri } from '../../ethereum/index.ts';

/** What stands in a sign-in message of Solana. Times in Unix ms; what may be left out is null. */
export interface SolanaMessage extends Omit<SignInMessage, 'chainId'> {
  /** As the Wallet Standard names it, without its prefix; null where the message names none. */
  readonly chain: string | null;
}

/**
 * The text that the Wallet Standard's `solana:signIn` makes of a domain, an account and a nonce, as a whole: what wallets that
 * only sign messages are given by clients is the same text. A message without a statement has one blank line before its fields.
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

/** Reads a sign-in message of Solana; null for anything that is none, to the letter. */
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
