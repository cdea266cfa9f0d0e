import { accountTypes, embeddedWalletClient, fail, type ImportedAccount } from '@latchkey/wire';
import { toChecksumAddress } from '../crypto/index.ts';
import { emailKey, ethereumAddress, phoneKey, walletKey } from './accountKey.ts';
import type { AccountKey, NewAccount } from './index.ts';

type Details = NewAccount['details'];
type Account = Pick<NewAccount, 'type' | 'details'>;
type Imported<Type> = Extract<ImportedAccount, { type: Type }>;

/**
 * Traits of an account type that differ from the default. By default one field, unchanged, identifies an account, a
 * user can log in with it, a back end may import one of its type, and it counts towards the type's limit.
 */
interface AccountTraits<Type extends AccountKey['type']> {
  /** Converts an account that a back end imports. @throws ServiceError `invalid_data` */
  readonly read?: (imported: Imported<Type>) => Omit<NewAccount, 'type'>;
  readonly isWayIn?: (details: Details) => boolean;
  readonly isMany?: true;
  /** True if the account counts towards the limit that applies to another one of its type. @default always */
  readonly takesPlaceOf?: (details: Details, other: Details) => boolean;
}

const isEmbeddedClient = (details: Details) => details.wallet_client_type === embeddedWalletClient;

const traits: { readonly [Type in AccountKey['type']]?: AccountTraits<Type> } = {
  // One per provider (LINK-03).
  cross_app: { takesPlaceOf: (details, other) => details.provider_app_id === other.provider_app_id },
  email: { read: ({ address }) => ({ ...emailKey(address), details: { address } }) },
  // A passkey that is a second factor does not count as a way to log in.
  passkey: { isWayIn: (details) => details.enrolled_in_mfa !== true },
  phone: { read: ({ number }) => ({ ...phoneKey(number), details: { phoneNumber: number } }) },
  wallet: {
    read: readWallet,
    // An embedded wallet cannot log in (EMBW-07).
    isWayIn: (details) => !isEmbeddedClient(details),
    isMany: true,
    // Embedded wallets do not count, and external ones are counted per chain type (LINK-03).
    takesPlaceOf: (details, other) => !isEmbeddedClient(details) && details.chain_type === other.chain_type,
  },
};

export const isEmbedded = ({ type, details }: Account): boolean =>
  type === 'wallet' && isEmbeddedClient(details);

export const isWayIn = ({ type, details }: Account): boolean => traits[type]?.isWayIn?.(details) ?? true;

export const isMany = (type: AccountKey['type']): boolean => traits[type]?.isMany ?? false;

/** True if an account counts towards the limit (LINK-03) that applies to another one of its type. */
export const takesPlaceOf = ({ type, details }: Account, other: Account): boolean =>
  type === other.type && (traits[type]?.takesPlaceOf?.(details, other.details) ?? true);

/** Account types that messages can reach, and their channels. */
const channels = { email: 'email', phone: 'sms' } as const;
export type AddressType = keyof typeof channels;
type Channel = (typeof channels)[AddressType];

export const addressTypes = Object.keys(channels) as readonly AddressType[];

export const isAddressType = (type: string): type is AddressType => Object.hasOwn(channels, type);

export const channelOf = (type: AddressType): Channel => channels[type];

export function addressOf({ channel, recipient }: { channel: Channel; recipient: string }): NewAccount {
  const type = channel === channels.email ? 'email' : 'phone';
  return { type, subject: recipient, details: { [accountTypes[type].subject]: recipient } };
}

const told = (fields: Details) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/**
 * Converts an account that a back end imports.
 *
 * @throws ServiceError `invalid_data` for an invalid address
 */
export function toNewAccount<Type extends ImportedAccount['type']>(account: Imported<Type>): NewAccount {
  const { type, ...fields }: { type: AccountKey['type'] } & Details = account;
  const read = (traits as { readonly [T in Type]?: AccountTraits<T> })[account.type]?.read;
  const subject = fields[accountTypes[account.type].subject];
  return { type, ...(read?.(account) ?? { subject: String(subject), details: told(fields) }) };
}

function readWallet({ address, chain_type }: Imported<'wallet'>): Omit<NewAccount, 'type'> {
  const isEthereum = chain_type === 'ethereum';
  if (!(isEthereum ? ethereumAddress : solanaAddress).test(address)) {
    fail('invalid_data', { message: `A wallet's address is none of ${chain_type}` });
  }
  const details = {
    address: isEthereum ? toChecksumAddress(address) : address,
    chain_type,
    // Not the client of an embedded wallet: the key was not created here.
    wallet_client: 'unknown',
  };
  return { ...walletKey(address), details };
}

const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
