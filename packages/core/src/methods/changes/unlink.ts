import {
  emailRoutes,
  farcasterRoutes,
  type OAuthProvider,
  oauthRoutes,
  passkeyRoutes,
  smsRoutes,
  telegramRoutes,
  type User,
} from '@latchkey/wire';
import type { LatchkeyClient } from '../../client.ts';
import { changeAccounts } from './changeAccounts.ts';
import { readEmail, readPhoneNumber } from './recipients.ts';

/*
 * How each kind of account is taken from its user.
 */

export async function removeEmail(client: LatchkeyClient, address: string): Promise<User> {
  return changeAccounts(client, emailRoutes.unlink, { address: readEmail(address) });
}

export async function removePhone(client: LatchkeyClient, phoneNumber: string): Promise<User> {
  return changeAccounts(client, smsRoutes.unlink, { phoneNumber: readPhoneNumber(phoneNumber) });
}

export async function removeFarcaster(client: LatchkeyClient, fid: number): Promise<User> {
  return changeAccounts(client, farcasterRoutes.unlink, { fid });
}

export async function removeTelegram(client: LatchkeyClient, telegramUserId: string): Promise<User> {
  return changeAccounts(client, telegramRoutes.unlink, { telegram_user_id: telegramUserId });
}

export async function removeOAuth(
  client: LatchkeyClient,
  account: { provider: OAuthProvider; subject: string },
): Promise<User> {
  const { provider, subject } = account;
  return changeAccounts(client, oauthRoutes.unlink, { provider, subject });
}

export async function removePasskey(client: LatchkeyClient, credentialId: string): Promise<User> {
  return changeAccounts(client, passkeyRoutes.unlink, { credential_id: credentialId });
}
