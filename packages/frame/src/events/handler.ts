import type { ChainType, EntropyVerifier, FrameEvent, FrameReplies, FrameRequests } from '@latchkey/wire';
import type { Frame } from '../frame.ts';
import { refuse } from '../refusal.ts';
import { readAddress } from '../sign/address.ts';

/** The act behind an event. */
export type Handler<E extends FrameEvent> = (
  frame: Frame,
  payload: FrameRequests[E],
) => Promise<FrameReplies[E]>;

/** The acts behind some events. */
export type Handlers<Events extends FrameEvent> = { readonly [E in Events]: Handler<E> };

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

/** The same for the name of an entropy. */
export function toEntropyRoot(ref: { entropyId: string; entropyIdVerifier: EntropyVerifier }): string {
  return toRoot(ref.entropyIdVerifier === 'solana-address-verifier' ? 'solana' : 'ethereum', ref.entropyId);
}

/** The address of the other chain's wallet, where the message names one. */
export function toOtherRoot(
  chainType: ChainType,
  named: { ethereumAddress?: string; solanaAddress?: string },
): string | undefined {
  const address = chainType === 'solana' ? named.ethereumAddress : named.solanaAddress;
  return address === undefined ? undefined : toRoot(chainType === 'solana' ? 'ethereum' : 'solana', address);
}
