import type * as v from 'valibot';
import { forEachOAuthType, type OAuthProvider } from '../oauthProviders.ts';
import { type AccountTypeRecord, given, givenLong, givenMaybe, maybe, text } from './accountType.ts';

/** Fields of accounts, by provider, if they are not the usual ones (`anyProfile`). */
const ownProfiles = () =>
  ({
    google: { email: text(), name: maybe() },
    twitter: { username: maybe(), name: maybe(), profile_picture_url: maybe() },
    discord: { username: maybe(), email: maybe() },
    spotify: { email: maybe(), name: maybe() },
    instagram: { username: maybe() },
    tiktok: { username: maybe(), name: maybe() },
    linkedin: { name: maybe(), email: maybe(), vanity_name: maybe() },
    apple: { email: maybe() },
  }) as const satisfies Partial<Record<OAuthProvider, v.ObjectEntries>>;
const anyProfile = () => ({ username: maybe(), name: maybe(), email: maybe() });
type OwnProfiles = ReturnType<typeof ownProfiles>;
type ProfileOf<Id> = Id extends keyof OwnProfiles ? OwnProfiles[Id] : ReturnType<typeof anyProfile>;

/** Fields of imported accounts, by provider, that add to the common ones or replace one. */
const ownImported = () =>
  ({
    google: { email: given() },
    twitter: { profile_picture_url: givenLong() },
    linkedin: { vanity_name: givenMaybe() },
  }) as const satisfies Partial<Record<OAuthProvider, v.ObjectEntries>>;
const anyImported = () => ({
  subject: given(),
  username: givenMaybe(),
  name: givenMaybe(),
  email: givenMaybe(),
});
type AnyImported = ReturnType<typeof anyImported>;
type OwnImported = ReturnType<typeof ownImported>;
type OwnImportedOf<Id> = Id extends keyof OwnImported ? OwnImported[Id] : unknown;

const ownCompact: Partial<Record<OAuthProvider, readonly string[]>> = {
  apple: ['subject', 'email'],
  discord: ['subject', 'username'],
  github: ['subject', 'username'],
  google: ['subject', 'email', 'name'],
  instagram: ['subject', 'username'],
  linkedin: ['subject', 'email'],
  spotify: ['subject'],
  tiktok: ['subject', 'username'],
  twitter: ['subject', 'username', 'name', 'profile_picture_url'],
};

const ownOf = <T>(own: Partial<Record<OAuthProvider, T>>, provider: OAuthProvider): T | undefined =>
  own[provider];

/** Accounts at providers, by type: the provider's own id of the user, and their profile. */
export const oauthAccountTypes = /* @__PURE__ */ forEachOAuthType((provider) => ({
  account: () => ({ subject: text(), ...(ownOf<v.ObjectEntries>(ownProfiles(), provider) ?? anyProfile()) }),
  imported: () => ({ ...anyImported(), ...ownOf<v.ObjectEntries>(ownImported(), provider) }),
  subject: 'subject',
  names: ['username', 'email', 'name'],
  compact: ownCompact[provider] ?? ['subject', 'email', 'name'],
  proof: ['authorization_code'],
})) as unknown as OAuthAccountTypes;

type OAuthAccountTypes = {
  readonly [Id in OAuthProvider as `${Id}_oauth`]: Omit<AccountTypeRecord, 'account' | 'imported'> & {
    readonly account: () => { subject: ReturnType<typeof text> } & ProfileOf<Id>;
    readonly imported: () => Omit<AnyImported, keyof OwnImportedOf<Id>> & OwnImportedOf<Id>;
  };
};
