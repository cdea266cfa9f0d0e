import { normalizeEmail } from '@latchkey/wire';
import type { AccountKey } from './index.ts';

/** An address of Ethereum, in any case. */
export const ethereumAddress = /^0x[0-9a-fA-F]{40}$/;

/** The key of a wallet: Ethereum addresses differ in case by their checksum alone (EIP-55), Solana's are exact. */
export function walletKey(address: string): AccountKey {
  return { type: 'wallet', subject: ethereumAddress.test(address) ? address.toLowerCase() : address };
}

/** The key of an e-mail account. */
export const emailKey = (address: string): AccountKey => ({
  type: 'email',
  subject: normalizeEmail(address),
});

/** The key of a phone account: E.164 without what people type between the digits. */
export const phoneKey = (number: string): AccountKey => ({
  type: 'phone',
  subject: number.replace(/[\s().-]/g, ''),
});
