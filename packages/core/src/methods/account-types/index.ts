/**
 * One record for each account type, for the code that handles all types alike. The compiler checks that no type is
 * missing.
 */
import { type MethodId, type MethodName, methodOfName, type OAuthProvider } from '@latchkey/wire';
import { lazy } from '../../lazy.ts';
import type { AccountTypeRecord } from './accountType.ts';
import { email } from './email.ts';
import { sms } from './sms.ts';

const crossApp = () => import('../crossApp.ts');
const farcaster = () => import('../../farcaster.ts');
const oauth = () => import('../../oauth.ts');
const passkey = () => import('../../passkey.ts');
const telegram = () => import('../../telegram.ts');
const wallet = () => import('../../walletLogin.ts');

/** Alphabetical. */
export const accountTypes = {
  'cross-app': {
    logIn: lazy(async () => (await crossApp()).loginWithCrossAppAccount),
    link: lazy(async () => (await crossApp()).linkCrossAppAccount),
    confirm: lazy(async () => (await crossApp()).confirmWithCrossAppAccount),
    unlink: lazy(async () => (await crossApp()).unlinkCrossAppAccount),
  },
  'custom-token': {
    logIn: lazy(async () => (await import('../customToken.ts')).loginWithCustomToken),
  },
  email,
  farcaster: {
    logIn: lazy(async () => (await farcaster()).createFarcasterLogin),
    link: lazy(async () => (await farcaster()).createFarcasterLink),
    confirm: lazy(async () => (await farcaster()).createFarcasterConfirmation),
    move: lazy(async () => (await import('../changes/moveFarcaster.ts')).moveFarcaster),
    unlink: lazy(async () => (await farcaster()).unlinkFarcaster),
  },
  guest: {
    logIn: lazy(async () => (await import('../guest.ts')).createGuestAccount),
  },
  oauth: {
    logIn: lazy(async () => (await oauth()).initLoginWithOAuth),
    link: lazy(async () => (await oauth()).initLinkWithOAuth),
    confirm: lazy(async () => (await oauth()).confirmInOAuthPopup),
    move: lazy(async () => (await import('../changes/moveOAuth.ts')).moveOAuth),
    unlink: lazy(async () => (await oauth()).unlinkOAuth),
  },
  // Has no `move`, because linking creates a new passkey, which no other user has.
  passkey: {
    logIn: lazy(async () => (await passkey()).createPasskeyLogin),
    link: lazy(async () => (await passkey()).linkWithPasskey),
    confirm: lazy(async () => (await passkey()).confirmWithPasskey),
    unlink: lazy(async () => (await passkey()).unlinkPasskey),
  },
  sms,
  telegram: {
    logIn: lazy(async () => (await telegram()).loginWithTelegram),
    link: lazy(async () => (await telegram()).linkTelegram),
    confirm: lazy(async () => (await telegram()).confirmWithTelegram),
    move: lazy(async () => (await import('../changes/moveTelegram.ts')).moveTelegram),
    unlink: lazy(async () => (await telegram()).unlinkTelegram),
  },
  wallet: {
    logIn: lazy(async () => (await wallet()).loginWithWallet),
    link: lazy(async () => (await wallet()).linkWallet),
    confirm: lazy(async () => (await wallet()).confirmWithWallet),
    move: lazy(async () => (await import('../changes/moveWallet.ts')).moveWallet),
    unlink: lazy(async () => (await wallet()).unlinkWallet),
  },
} as const satisfies Record<MethodId, AccountTypeRecord>;

type AccountTypes = typeof accountTypes;

/** Name by which hosts and screens call the accounts of a type. */
type NameOf<Id extends MethodId> = Id extends 'oauth' ? OAuthProvider : Id;

/** Account types whose accounts are proved by code. */
export type AccountMethod = {
  [Id in MethodId]: AccountTypes[Id] extends { byCode: unknown } ? Id : never;
}[MethodId];

/** Data that moves an account, in addition to the offer, by method name. */
export type MovedAccount = {
  [Id in MethodId]: AccountTypes[Id] extends { move(...input: [never, never, infer Held]): unknown }
    ? { readonly method: NameOf<Id> } & Held
    : never;
}[MethodId];

/** Account to unlink: its type, and the handle that identifies it among accounts of the type. */
export type UnlinkInput = {
  [Id in MethodId]: AccountTypes[Id] extends { unlink(...input: [never, infer Handle]): unknown }
    ? { readonly method: Id; readonly handle: Handle }
    : never;
}[MethodId];

export const accountTypeRecordOf = (name: MethodName): AccountTypeRecord => accountTypes[methodOfName(name)];
