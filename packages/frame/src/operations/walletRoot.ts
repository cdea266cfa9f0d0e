import type { ChainType, EntropyVerifier } from '@latchkey/wire';
import { refuse } from '../refusal.ts';
import { readAddress } from '../sign/address.ts';

/**
 * Reads the address of a wallet at index 0.
 *
 * @returns EIP-55 or base 58
 * @throws Refusal `invalid_request_arguments`
 */
export function toRoot(chainType: ChainType, address: string): string {
  const root = readAddress(chainType, address);
  return root ?? refuse('invalid_request_arguments', `The wallet must be named by its ${chainType} address`);
}

/** Reads the address that names an entropy. */
export function toEntropyRoot(ref: { entropyId: string; entropyIdVerifier: EntropyVerifier }): string {
  return toRoot(ref.entropyIdVerifier === 'solana-address-verifier' ? 'solana' : 'ethereum', ref.entropyId);
}

/** Reads the address of the other chain's wallet; undefined if the message names none. */
export function toOtherRoot(
  chainType: ChainType,
  named: { ethereumAddress?: string; solanaAddress?: string },
): string | undefined {
  const address = chainType === 'solana' ? named.ethereumAddress : named.solanaAddress;
  return address === undefined ? undefined : toRoot(chainType === 'solana' ? 'ethereum' : 'solana', address);
}
