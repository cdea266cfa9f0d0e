/**
 * Login methods, with the facts that pages load at the start, and their account types. TypeScript checks lists in
 * other packages for completeness against these.
 */
import { oauthProviders, oauthTypeOf } from '../oauthProviders.ts';
import { crossAppAccount } from './cross-app.ts';
import { customAuthAccount } from './custom-auth.ts';
import { emailAccount } from './email.ts';
import { farcasterAccount } from './farcaster.ts';
import { guestAccount } from './guest.ts';
import { passkeyAccount } from './passkey.ts';
import { phoneAccount } from './phone.ts';
import { telegramAccount } from './telegram.ts';
import { walletAccount } from './wallet.ts';

const oauthTypes = /* @__PURE__ */ oauthProviders.map(oauthTypeOf);

interface MethodFacts {
  /** Flags in the app config that turn the method on: for social login one per provider, for wallets per chain type. */
  readonly flag: string | readonly string[];
  /** Type of the accounts that the method proves. Social login has one per provider. */
  readonly type: string | readonly string[];
  /** True if the landing screen does not offer the method on its own: the host starts or names it. */
  readonly isHeadless?: true;
}

/** Login methods, one line each, alphabetical. */
export const methodFacts = {
  'cross-app': { flag: 'cross_app_auth', type: 'cross_app', isHeadless: true },
  'custom-token': { flag: 'custom_jwt_auth', type: 'custom_auth', isHeadless: true },
  email: { flag: 'email_auth', type: 'email' },
  farcaster: { flag: 'farcaster_auth', type: 'farcaster' },
  guest: { flag: 'guest_auth', type: 'guest', isHeadless: true },
  oauth: { flag: oauthTypes, type: oauthTypes },
  passkey: { flag: 'passkey_auth', type: 'passkey' },
  sms: { flag: 'sms_auth', type: 'phone' },
  telegram: { flag: 'telegram_auth', type: 'telegram' },
  wallet: { flag: ['wallet_auth', 'solana_wallet_auth'], type: 'wallet' },
} as const satisfies Readonly<Record<string, MethodFacts>>;

/**
 * Account types, one line each, alphabetical. Those of social login are derived from the list of providers
 * (oauth.ts).
 */
export const ownAccountTypes = {
  cross_app: crossAppAccount,
  custom_auth: customAuthAccount,
  email: emailAccount,
  farcaster: farcasterAccount,
  guest: guestAccount,
  passkey: passkeyAccount,
  phone: phoneAccount,
  telegram: telegramAccount,
  wallet: walletAccount,
} as const;
