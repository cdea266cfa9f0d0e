import type { BodyOf, directoryRoutes } from '@latchkey/wire';

type ImportBody = BodyOf<typeof directoryRoutes.importUser>;

export type Account = ImportBody['linked_accounts'][number];

/** User of the service from which users are imported. */
export interface ImportRecord {
  /** The user's id there. */
  readonly sourceId: string;
  /** Verified accounts that the service can import. */
  readonly accounts: readonly Account[];
  /** Reasons for accounts that are left out, without the accounts themselves. */
  readonly left: readonly string[];
}

export interface Source {
  /** Value of `--from`. */
  readonly id: string;
  /** Description of the file, for the documentation. */
  readonly about: string;
  /** Reads one user. The fields are whatever the file has. */
  toRecord(row: Row): ImportRecord;
}

/** A row of a file: an object of JSON, or the columns of CSV. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns a text or a number as text. Undefined for an empty text and for other types. */
export function textOf(row: Row | undefined, name: string): string | undefined {
  const value = row?.[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns a field as a list of objects. */
export function rowsOf(row: Row, name: string): readonly Row[] {
  const value = row[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
}

/** Types of which several accounts of a user can be imported. */
const several = ['wallet'];

/**
 * Collects the accounts of a user. Of most types the service takes only one, so further ones are left out.
 *
 * @param found accounts, and reasons why something is left out
 */
export function collect(sourceId: string, found: readonly (Account | string | null)[]): ImportRecord {
  const accounts: Account[] = [];
  const left: string[] = [];
  for (const one of found) {
    if (one === null) continue;
    if (typeof one === 'string') left.push(one);
    else if (several.includes(one.type) || !accounts.some(({ type }) => type === one.type))
      accounts.push(one);
    else left.push(`a second account of the type ${one.type}`);
  }
  return { sourceId, accounts, left };
}

/** Login providers by the names that other services use for them. */
const providers = {
  apple: 'apple_oauth',
  discord: 'discord_oauth',
  github: 'github_oauth',
  google: 'google_oauth',
  'google-oauth2': 'google_oauth',
  instagram: 'instagram_oauth',
  linkedin: 'linkedin_oauth',
  linkedin_oidc: 'linkedin_oauth',
  spotify: 'spotify_oauth',
  tiktok: 'tiktok_oauth',
  twitter: 'twitter_oauth',
  x: 'twitter_oauth',
} as const;

/**
 * Creates an account at a login provider.
 *
 * @param input `provider` as the other service names it
 * @returns the account, or the reason why it is left out
 */
export function toProviderAccount(input: {
  provider: string;
  subject: string | undefined;
  email: string | undefined;
  username?: string | undefined;
  name?: string | undefined;
}): Account | string {
  const { email, name, subject, username } = input;
  const provider = input.provider.replace(/^oauth_/, '');
  const type = Object.hasOwn(providers, provider) ? providers[provider as keyof typeof providers] : null;
  if (type === null) return `an account at ${provider}, which is no login method here`;
  if (subject === undefined) return `an account at ${provider} without an id`;
  const more = { subject, ...(username && { username }), ...(name && { name }) };
  if (type !== 'google_oauth') return { type, ...more, ...(email && { email }) };
  return email === undefined ? 'an account at google without an email address' : { type, ...more, email };
}

/** Creates the account of a wallet that the user has elsewhere, by the form of its address. */
export function toWallet(address: string): Account {
  return { type: 'wallet', address, chain_type: /^0x/i.test(address) ? 'ethereum' : 'solana' };
}
