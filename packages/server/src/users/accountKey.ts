import { fail, type ImportedAccount, normalizeEmail } from '@latchkey/wire';
import { toChecksumAddress } from '../crypto/index.ts';
import type { AccountKey, NewAccount } from './index.ts';

const ethereum = /^0x[0-9a-fA-F]{40}$/;
const solana = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** The key of a wallet: Ethereum addresses differ in case by their checksum alone (EIP-55), Solana's are exact. */
export function walletKey(address: string): AccountKey {
  return { type: 'wallet', subject: ethereum.test(address) ? address.toLowerCase() : address };
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

/** Fields of an account that were told: what is null or missing would only widen the row. */
const told = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/**
 * Turns an account that a back end brings along into one of ours.
 *
 * @throws ServiceError `invalid_data` for an address that is none
 */
export function toNewAccount(account: ImportedAccount): NewAccount {
  switch (account.type) {
    case 'email':
      return { ...emailKey(account.address), details: { address: account.address } };
    case 'phone':
      return { ...phoneKey(account.number), details: { phoneNumber: account.number } };
    case 'wallet':
      return toWallet(account);
    case 'custom_auth':
      return toAccount(account, account.custom_user_id);
    case 'farcaster':
      return toAccount(account, String(account.fid));
    case 'telegram':
      return toAccount(account, account.telegram_user_id);
    default:
      return toAccount(account, account.subject);
  }
}

function toAccount(account: ImportedAccount, subject: string): NewAccount {
  const { type, ...fields } = account;
  return { type, subject, details: told(fields) };
}

function toWallet({ address, chain_type }: Extract<ImportedAccount, { type: 'wallet' }>): NewAccount {
  const isEthereum = chain_type === 'ethereum';
  if (!(isEthereum ? ethereum : solana).test(address)) {
    fail('invalid_data', { message: `A wallet's address is none of ${chain_type}` });
  }
  const details = {
    address: isEthereum ? toChecksumAddress(address) : address,
    chain_type,
    // Never `privy`: that marks a wallet whose key was made here.
    wallet_client: 'unknown',
  };
  return { ...walletKey(address), details };
}
