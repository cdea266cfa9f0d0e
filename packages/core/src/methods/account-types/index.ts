/**
 * Account types, one record each: the code that logs in, links, updates, unlinks, moves or confirms an account reads
 * it here and tests no type by name. The list is complete by type.
 */
import { type MethodId, type MethodName, methodOfName, type OAuthProvider } from '@latchkey/wire';
import type { AccountTypeRecord } from './accountType.ts';
import { crossApp } from './crossApp.ts';
import { customToken } from './customToken.ts';
import { email } from './email.ts';
import { farcaster } from './farcaster.ts';
import { guest } from './guest.ts';
import { oauth } from './oauth.ts';
import { passkey } from './passkey.ts';
import { sms } from './sms.ts';
import { telegram } from './telegram.ts';
import { wallet } from './wallet.ts';

/** Alphabetical. */
export const accountTypes = {
  'cross-app': crossApp,
  'custom-token': customToken,
  email,
  farcaster,
  guest,
  oauth,
  passkey,
  sms,
  telegram,
  wallet,
} as const satisfies Record<MethodId, AccountTypeRecord>;

type AccountTypes = typeof accountTypes;

/** The names by which hosts and screens call the accounts of a kind. */
type NameOf<Id extends MethodId> = Id extends 'oauth' ? OAuthProvider : Id;

/** A kind whose accounts are linked by code. */
export type AccountMethod = {
  [Id in MethodId]: AccountTypes[Id] extends { byCode: unknown } ? Id : never;
}[MethodId];

/** What an account is moved by besides the offer, by the name of its method. */
export type MovedAccount = {
  [Id in MethodId]: AccountTypes[Id] extends { move(...input: [never, never, infer Held]): unknown }
    ? { readonly method: NameOf<Id> } & Held
    : never;
}[MethodId];

/** An account that is taken from its user: its kind, and what names it among those of the kind. */
export type UnlinkInput = {
  [Id in MethodId]: AccountTypes[Id] extends { unlink(...input: [never, infer Handle]): unknown }
    ? { readonly method: Id; readonly handle: Handle }
    : never;
}[MethodId];

/** Returns the record of the account type that a method proves. */
export const accountTypeRecordOf = (name: MethodName): AccountTypeRecord => accountTypes[methodOfName(name)];
