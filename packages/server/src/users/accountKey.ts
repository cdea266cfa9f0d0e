import { readTypedEmail, readTypedNumber } from '@latchkey/wire';
import type { AccountKey } from './index.ts';

export const ethereumAddress = /^0x[0-9a-fA-F]{40}$/;

/**
 * Returns the key of a wallet. The case of an Ethereum address is only its checksum (EIP-55); Solana addresses are
 * case-sensitive.
 */
export function walletKey(address: string): AccountKey {
  return { type: 'wallet', subject: namedWallet.test(address) ? address.toLowerCase() : address };
}

/** Matches the subject of an Ethereum wallet: its address, and for a contract also its chain. */
const namedWallet = /^0x[0-9a-f]{40}(?:@eip155:\d{1,16})?$/i;

export const isSameAddress = (one: string, other: string): boolean =>
  walletKey(one).subject === walletKey(other).subject;

/**
 * Returns the key of a wallet that is a contract: address and chain together. An attacker could own another contract
 * at the same address on another chain, and would otherwise be logged in.
 */
export const contractKey = (address: string, chainId: number): AccountKey =>
  walletKey(`${address}@eip155:${chainId}`);

export const emailKey = (address: string): AccountKey => ({
  type: 'email',
  subject: readTypedEmail(address),
});

/** Returns the key of a phone account, with the number in E.164 if it can be read. */
export const phoneKey = (number: string): AccountKey => ({
  type: 'phone',
  subject: readTypedNumber(number) ?? number,
});
