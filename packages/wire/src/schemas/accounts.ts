import * as v from 'valibot';
import { type OAuthProvider, oauthProviders, oauthTypeOf } from '../methods/ids.ts';
import { recoveryMethods } from '../user.ts';

/** Unix seconds, as the wire carries times. */
export const seconds = () => v.pipe(v.number(), v.integer());
const text = () => v.string();
const maybe = () => v.nullish(v.string());

const times = {
  verified_at: seconds(),
  first_verified_at: v.nullable(seconds()),
  latest_verified_at: v.nullable(seconds()),
};

const account = <Type extends string, Entries extends v.ObjectEntries>(type: Type, entries: Entries) =>
  v.object({ type: v.literal(type), ...entries, ...times });

export const emailAccountSchema = account('email', { address: text() });

export const walletAccountSchema = account('wallet', {
  address: text(),
  chain_type: v.picklist(['ethereum', 'solana']),
  chain_id: maybe(),
  wallet_client: text(),
  wallet_client_type: maybe(),
  connector_type: maybe(),
  wallet_index: v.nullish(v.number()),
  recovery_method: v.nullish(v.picklist(recoveryMethods)),
  imported: v.nullish(v.boolean()),
  entropy_id: maybe(),
  delegated: v.nullish(v.boolean()),
  public_key: maybe(),
});

/** What the account of a provider says, where it is not what those of any provider may. */
const ownProfiles = {
  google: { email: text(), name: maybe() },
  twitter: { username: maybe(), name: maybe(), profile_picture_url: maybe() },
  discord: { username: maybe(), email: maybe() },
  spotify: { email: maybe(), name: maybe() },
  instagram: { username: maybe() },
  tiktok: { username: maybe(), name: maybe() },
  linkedin: { name: maybe(), email: maybe(), vanity_name: maybe() },
  apple: { email: maybe() },
} as const satisfies Partial<Record<OAuthProvider, v.ObjectEntries>>;
const anyProfile = { username: maybe(), name: maybe(), email: maybe() };
type ProfileOf<Id> = Id extends keyof typeof ownProfiles ? (typeof ownProfiles)[Id] : typeof anyProfile;

/** The account of a provider: the provider's own id of the person, and what it says of them. */
type OAuthAccountSchema = {
  [Id in OAuthProvider]: v.ObjectSchema<
    { type: v.LiteralSchema<`${Id}_oauth`, undefined>; subject: ReturnType<typeof text> } & ProfileOf<Id> &
      typeof times,
    undefined
  >;
}[OAuthProvider];
function oauthAccount(provider: OAuthProvider): OAuthAccountSchema {
  const own: Partial<Record<OAuthProvider, v.ObjectEntries>> = ownProfiles;
  const entries = { subject: text(), ...(own[provider] ?? anyProfile) };
  return account(oauthTypeOf(provider), entries) as unknown as OAuthAccountSchema;
}

const addresses = () => v.array(v.object({ address: v.string() }));

/**
 * A linked account of any type (docs/wire/protocol.md §3.2). A guest has no entry: the wire says `is_guest`. The phone's
 * `phoneNumber` is in camel case on the wire too.
 */
export const linkedAccountSchema = v.variant('type', [
  emailAccountSchema,
  walletAccountSchema,
  account('phone', { phoneNumber: text() }),
  ...oauthProviders.map(oauthAccount),
  account('custom_auth', { custom_user_id: text() }),
  account('farcaster', {
    fid: v.pipe(v.number(), v.integer()),
    owner_address: text(),
    username: maybe(),
    display_name: maybe(),
    bio: maybe(),
    profile_picture: maybe(),
    profile_picture_url: maybe(),
    homepage_url: maybe(),
    signer_public_key: maybe(),
  }),
  account('telegram', {
    telegram_user_id: text(),
    first_name: maybe(),
    last_name: maybe(),
    username: maybe(),
    photo_url: maybe(),
  }),
  account('passkey', {
    credential_id: text(),
    enrolled_in_mfa: v.boolean(),
    authenticator_name: maybe(),
    created_with_browser: maybe(),
    created_with_os: maybe(),
    created_with_device: maybe(),
  }),
  account('cross_app', {
    subject: text(),
    provider_app_id: text(),
    embedded_wallets: addresses(),
    smart_wallets: addresses(),
  }),
]);

export type WireAccount = v.InferOutput<typeof linkedAccountSchema>;
