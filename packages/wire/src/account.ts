import type { WireAccount } from './account-types/accounts.ts';
import { fail } from './errors.ts';
import * as limits from './limits.ts';
import { methodOf } from './methodFacts.ts';
import type { OAuthType } from './oauthProviders.ts';
import type { RecoveryMethod } from './recoveryMethods.ts';

/** When an account was proved: first, and last by a login. */
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

/** A wallet account. `walletClientType` marks an embedded one (`isEmbeddedWallet`). */
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
   * Of a further wallet of an imported recovery phrase: the address of one that it shares the phrase with, at index 0. Our
   * own field: it alone tells which of several phrases a wallet belongs to.
   */
  entropyId?: string | null;
  recoveryMethod: RecoveryMethod | null;
}

/** An account at an OAuth provider. What a provider does not tell is missing or null. */
export interface OAuthAccount extends AccountTimes {
  type: OAuthType;
  /** The provider's own id of the person: what identifies the account. */
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
  /** The person there, as this app alone knows them. */
  subject: string;
  /** The app that holds the wallets. */
  providerApp: { readonly id: string };
  embeddedWallets: readonly { address: string }[];
  smartWallets: readonly { address: string }[];
}

/** A guest's only account; the wire carries `is_guest` in its place. */
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

/** An account of a kind without an interface of its own: what the wire says of it, in the client's spelling. */
type OtherAccount<Account = Exclude<WireAccount, { type: OwnAccount['type'] }>> = Account extends unknown
  ? {
      [Field in keyof Account as CamelOf<Field>]: Field extends `${string}_at`
        ? Date | Extract<Account[Field], null>
        : Account[Field];
    }
  : never;

export type LinkedAccount = OwnAccount | OtherAccount;

/** What differs of a kind of account from one that is known as it is, of which a user has one. */
interface AccountTraits {
  /** Most accounts of the type that a user has. @default limits.accountsPerType */
  readonly most?: number;
  /** What they are told who have as many. */
  readonly full?: string;
  /** The name of the login method by which it is proved. @default the type */
  readonly loginMethod?: string;
  /** Fields that the client calls otherwise than the wire. */
  readonly names?: Readonly<Record<string, string>>;
  /** What it says otherwise than the wire. */
  readonly convert?: (fields: Readonly<Record<string, unknown>>) => object;
  /** What it says where the wire is silent. */
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

/** Types that this version knows, and users are sent; a newer server may send others. */
const isKnown = (type: string) => type !== 'guest' && methodOf(type) !== null;

const camelOf = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Turns an account of the wire into the client's; null for a type that only a newer server knows. */
export function accountFromWire(account: WireAccount): LinkedAccount | null {
  const { type } = account;
  if (!isKnown(type)) return null;
  const { convert, names, silent } = traits[type] ?? {};
  const fields = Object.entries(account).map(([name, value]) =>
    // Times are the only fields that end so.
    name.endsWith('_at')
      ? [camelOf(name), typeof value === 'number' ? new Date(value * 1000) : null]
      : [names?.[name] ?? camelOf(name), value],
  );
  const told = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  return { ...silent, ...(convert?.(told) ?? told) };
}

/**
 * How many accounts of a type a user may have (LINK-03, LINK-04). Of wallets these are the person's own, of each kind of chain.
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
 * Refuses another account of a type that is full (LINK-03), in the words that the service and the client share.
 * @throws ServiceError `cannot_link_more_of_type` always
 */
export function failFull(type: LinkedAccount['type']): never {
  const message = traits[type]?.full ?? `User already has an account of type ${type} linked.`;
  fail('cannot_link_more_of_type', { message });
}

/**
 * The name of the login method by which an account is proved, as hosts and existing clients call it (USER-04).
 *
 * @example loginMethodOf('phone') // 'sms'
 */
export function loginMethodOf(type: LinkedAccount['type']): string {
  return traits[type]?.loginMethod ?? type;
}

/** What an embedded wallet says it is of, as existing clients expect. */
export const embeddedWalletClient = 'privy';

/** Tells whether an account of the wire is an embedded wallet (EMBW-01). */
export function isEmbedded(account: WireAccount): account is Extract<WireAccount, { type: 'wallet' }> {
  return account.type === 'wallet' && account.wallet_client_type === embeddedWalletClient;
}
