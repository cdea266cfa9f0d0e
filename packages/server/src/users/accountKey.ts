import { readTypedEmail, readTypedNumber } from '@latchkey/wire';
import type { AccountKey } from './index.ts';

/** An address of Ethereum, in any case. */
export const ethereumAddress = /^0x[0-9a-fA-F]{40}$/;

/** The key of a wallet: Ethereum addresses differ in case by their checksum alone (EIP-55), Solana's are exact. */
export function walletKey(address: string): AccountKey {
  return { type: 'wallet', subject: namedWallet.test(address) ? address.toLowerCase() : address };
}

/** An address of Ethereum as it names an account: of a contract with its chain. */
const namedWallet = /^0x[0-9a-f]{40}(?:@eip155:\d{1,16})?$/i;

/** Tells whether two texts name one wallet. */
export const isSameAddress = (one: string, other: string): boolean =>
  walletKey(one).subject === walletKey(other).subject;

/**
 * The key of a wallet that is a contract: address and chain together. Threat: at its address on another chain may stand a
 * contract of another owner, who would be let in.
 */
export const contractKey = (address: string, chainId: number): AccountKey =>
  walletKey(`${address}@eip155:${chainId}`);

/** The key of an e-mail account. */
export const emailKey = (address: string): AccountKey => ({
  type: 'email',
  subject: readTypedEmail(address),
});

/** The key of a phone account: its number as E.164. */
export const phoneKey = (number: string): AccountKey => ({
  type: 'phone',
  subject: readTypedNumber(number) ?? number,
});
