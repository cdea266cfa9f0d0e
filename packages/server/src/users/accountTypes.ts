import { accountTypes, embeddedWalletClient, fail, type ImportedAccount } from '@latchkey/wire';
import { toChecksumAddress } from '../crypto/index.ts';
import { emailKey, ethereumAddress, phoneKey, walletKey } from './accountKey.ts';
import type { AccountKey, NewAccount } from './index.ts';

type Details = NewAccount['details'];
type Account = Pick<NewAccount, 'type' | 'details'>;
type Imported<Type> = Extract<ImportedAccount, { type: Type }>;

/** What the service knows of a kind of account, where it is not known by one field as it is, logs in, and is alone. */
interface AccountTraits<Type extends AccountKey['type']> {
  /** Makes an account of what a back end brings along. @throws ServiceError `invalid_data` */
  readonly read?: (imported: Imported<Type>) => Omit<NewAccount, 'type'>;
  /** Whether someone can log in by it. */
  readonly isWayIn?: (details: Details) => boolean;
  /** A back end may bring along several. */
  readonly isMany?: true;
  /** Whether one takes a place that another one of its type would need. @default each does */
  readonly takesPlaceOf?: (details: Details, other: Details) => boolean;
}

const isEmbeddedClient = (details: Details) => details.wallet_client_type === embeddedWalletClient;

const traits: { readonly [Type in AccountKey['type']]?: AccountTraits<Type> } = {
  // One of each provider (LINK-03).
  cross_app: { takesPlaceOf: (details, other) => details.provider_app_id === other.provider_app_id },
  email: { read: ({ address }) => ({ ...emailKey(address), details: { address } }) },
  // The second factor of someone who has another way in.
  passkey: { isWayIn: (details) => details.enrolled_in_mfa !== true },
  phone: { read: ({ number }) => ({ ...phoneKey(number), details: { phoneNumber: number } }) },
  wallet: {
    read: readWallet,
    // The key of an embedded one needs a login first.
    isWayIn: (details) => !isEmbeddedClient(details),
    isMany: true,
    // Embedded ones are no account that anyone links, and each kind of chain has places of its own (LINK-03).
    takesPlaceOf: (details, other) => !isEmbeddedClient(details) && details.chain_type === other.chain_type,
  },
};

/** Tells whether an account is an embedded wallet. */
export const isEmbedded = ({ type, details }: Account): boolean =>
  type === 'wallet' && isEmbeddedClient(details);

/** Tells whether someone can log in by an account. */
export const isWayIn = ({ type, details }: Account): boolean => traits[type]?.isWayIn?.(details) ?? true;

/** Tells whether a back end may bring along several accounts of a type. */
export const isMany = (type: AccountKey['type']): boolean => traits[type]?.isMany ?? false;

/** Tells whether an account takes a place that another one would need: of a type there are so many (LINK-03). */
export const takesPlaceOf = ({ type, details }: Account, other: Account): boolean =>
  type === other.type && (traits[type]?.takesPlaceOf?.(details, other.details) ?? true);

/** The types of accounts that messages reach, and on which way. */
const channels = { email: 'email', phone: 'sms' } as const;
export type AddressType = keyof typeof channels;
type Channel = (typeof channels)[AddressType];

/** In the order in which a person who has several is told. */
export const addressTypes = Object.keys(channels) as readonly AddressType[];

/** Tells whether messages reach accounts of a type. */
export const isAddressType = (type: string): type is AddressType => Object.hasOwn(channels, type);

/** The way on which messages reach accounts of a type. */
export const channelOf = (type: AddressType): Channel => channels[type];

/** The account that messages on a way reach. */
export function addressOf({ channel, recipient }: { channel: Channel; recipient: string }): NewAccount {
  const type = channel === channels.email ? 'email' : 'phone';
  return { type, subject: recipient, details: { [accountTypes[type].subject]: recipient } };
}

/** Fields of an account that were told: what is null or missing would only widen the row. */
const told = (fields: Details) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/**
 * Turns an account that a back end brings along into one of ours.
 *
 * @throws ServiceError `invalid_data` for an address that is none
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
    // Never that of an embedded one: its key was not made here.
    wallet_client: 'unknown',
  };
  return { ...walletKey(address), details };
}

const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
