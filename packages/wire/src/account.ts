import type { WireAccount } from './account-types/accounts.ts';
import { fail } from './errors.ts';
import * as limits from './limits.ts';
import { methodOf } from './methodFacts.ts';
import type { OAuthType } from './oauthProviders.ts';
import type { RecoveryMethod } from './recoveryMethods.ts';

/**
 * Times at which an account was verified. `verifiedAt` and `firstVerifiedAt` are the first time: when the user proved
 * the account, a back end imported it, or the embedded wallet was created.
 */
interface AccountTimes {
  verifiedAt: Date;
  firstVerifiedAt: Date | null;
  latestVerifiedAt: Date | null;
}

export interface EmailAccount extends AccountTimes {
  type: 'email';
  address: string;
}

export interface PhoneAccount extends AccountTimes {
  type: 'phone';
  /** E.164. */
  number: string;
}

/** Wallet account. `walletClientType` marks an embedded one (`isEmbeddedWallet`). */
export interface WalletAccount extends AccountTimes {
  type: 'wallet';
  address: string;
  chainType: 'ethereum' | 'solana';
  chainId: string | null;
  walletClient: string;
  walletClientType: string | null;
  connectorType: string | null;
  walletIndex: number | null;
  imported: boolean;
  /**
   * Set for a further wallet of an imported phrase: the address of a wallet at index 0 of the same phrase. Our own
   * field: no other one says which of several phrases a wallet belongs to.
   */
  entropyId?: string | null;
  recoveryMethod: RecoveryMethod | null;
}

/** Account at an OAuth provider. Fields that the provider does not report are missing or null. */
export interface OAuthAccount extends AccountTimes {
  type: OAuthType;
  /** User's id at the provider, which identifies the account. */
  subject: string;
  email?: string | null;
  name?: string | null;
  username?: string | null;
  profilePictureUrl?: string | null;
  vanityName?: string | null;
}

export interface CustomAuthAccount extends AccountTimes {
  type: 'custom_auth';
  customUserId: string;
}

export interface FarcasterAccount extends AccountTimes {
  type: 'farcaster';
  fid: number;
  ownerAddress: string;
  username?: string | null;
  displayName?: string | null;
  bio?: string | null;
  profilePictureUrl?: string | null;
  homepageUrl?: string | null;
  signerPublicKey?: string | null;
}

export interface TelegramAccount extends AccountTimes {
  type: 'telegram';
  telegramUserId: string;
  firstName?: string | null;
  lastName?: string | null;
  username?: string | null;
  photoUrl?: string | null;
}

export interface PasskeyAccount extends AccountTimes {
  type: 'passkey';
  credentialId: string;
  enrolledInMfa: boolean;
  authenticatorName?: string | null;
  createdWithBrowser?: string | null;
  createdWithOs?: string | null;
  createdWithDevice?: string | null;
}

export interface CrossAppAccount extends AccountTimes {
  type: 'cross_app';
  /** Id of the user in the other app, specific to this app. */
  subject: string;
  /** App that holds the wallets. */
  providerApp: { readonly id: string };
  embeddedWallets: readonly { address: string }[];
  smartWallets: readonly { address: string }[];
}

/** Account of a guest, which the wire carries as `is_guest`. */
export interface GuestAccount {
  type: 'guest';
  latestVerifiedAt: Date;
}

type OwnAccount =
  | EmailAccount
  | PhoneAccount
  | WalletAccount
  | OAuthAccount
  | CustomAuthAccount
  | FarcasterAccount
  | TelegramAccount
  | PasskeyAccount
  | CrossAppAccount
  | GuestAccount;

type CamelOf<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelOf<Tail>>}`
  : Name;

/** Account of a type without its own interface: the wire's fields, in the client's spelling. */
type OtherAccount<Account = Exclude<WireAccount, { type: OwnAccount['type'] }>> = Account extends unknown
  ? {
      [Field in keyof Account as CamelOf<Field>]: Field extends `${string}_at`
        ? Date | Extract<Account[Field], null>
        : Account[Field];
    }
  : never;

export type LinkedAccount = OwnAccount | OtherAccount;

/** Differences of an account type from the default: one account per user, with the wire's fields. */
interface AccountTraits {
  /** Most accounts of the type that a user may have. @default limits.accountsPerType */
  readonly most?: number;
  /** Message for a user who has that many. */
  readonly full?: string;
  /** Login method that proves the account. @default the type */
  readonly loginMethod?: string;
  /** Fields with another name in the client than on the wire. */
  readonly names?: Readonly<Record<string, string>>;
  /** Converts fields that differ from the wire. */
  readonly convert?: (fields: Readonly<Record<string, unknown>>) => object;
  /** Values of fields that the wire may omit. */
  readonly silent?: object;
}

const traits: Readonly<Partial<Record<LinkedAccount['type'], AccountTraits>>> = {
  cross_app: { convert: ({ providerAppId: id, ...fields }) => ({ ...fields, providerApp: { id } }) },
  passkey: { most: limits.passkeys, full: 'Cannot link more passkeys to account.' },
  phone: { loginMethod: 'sms', names: { phoneNumber: 'number' } },
  wallet: {
    loginMethod: 'siwe',
    silent: {
      chainId: null,
      walletClientType: null,
      connectorType: null,
      walletIndex: null,
      imported: false,
      recoveryMethod: null,
    },
  },
};

/** Returns true for types that this version knows and that the wire sends. A newer server may send others. */
const isKnown = (type: string) => type !== 'guest' && methodOf(type) !== null;

const camelOf = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Converts an account of the wire to the client's. Returns null for a type that this version does not know. */
export function accountFromWire(account: WireAccount): LinkedAccount | null {
  const { type } = account;
  if (!isKnown(type)) return null;
  const { convert, names, silent } = traits[type] ?? {};
  const fields = Object.entries(account).map(([name, value]) =>
    // Only fields with times have names that end in `_at`.
    name.endsWith('_at')
      ? [camelOf(name), typeof value === 'number' ? new Date(value * 1000) : null]
      : [names?.[name] ?? camelOf(name), value],
  );
  const told = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  return { ...silent, ...(convert?.(told) ?? told) };
}

/**
 * Returns the number of accounts of a type that a user may have (LINK-03, LINK-04). For wallets, this is the number
 * of external wallets on each type of chain; for accounts at other apps, the number at each app.
 *
 * @param mostWallets the app's `max_linked_wallets_per_user`; null means any number
 */
export function mostOf(
  type: LinkedAccount['type'],
  mostWallets: number | null | undefined = limits.accountsPerType,
): number {
  if (type === 'wallet') return mostWallets ?? Number.POSITIVE_INFINITY;
  return traits[type]?.most ?? limits.accountsPerType;
}

/**
 * Refuses another account of a type that is full (LINK-03), with the message that the service and the client share.
 * @throws ServiceError `cannot_link_more_of_type` always
 */
export function failFull(type: LinkedAccount['type']): never {
  const message = traits[type]?.full ?? `User already has an account of type ${type} linked.`;
  fail('cannot_link_more_of_type', { message });
}

/**
 * Returns the login method that proves an account, under the name that hosts and existing clients use (USER-04).
 *
 * @example loginMethodOf('phone') // 'sms'
 */
export function loginMethodOf(type: LinkedAccount['type']): string {
  return traits[type]?.loginMethod ?? type;
}

/** Wallet client of an embedded wallet, as existing clients expect it. */
export const embeddedWalletClient = 'privy';

/** Returns true if an account of the wire is an embedded wallet (EMBW-01). */
export function isEmbedded(account: WireAccount): account is Extract<WireAccount, { type: 'wallet' }> {
  return account.type === 'wallet' && account.wallet_client_type === embeddedWalletClient;
}
