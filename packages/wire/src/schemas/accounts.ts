import * as v from 'valibot';
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

const addresses = () => v.array(v.object({ address: v.string() }));

/**
 * A linked account of any type (docs/wire/protocol.md §3.2). A guest has no entry: the wire says `is_guest`. The phone's
 * `phoneNumber` is in camel case on the wire too.
 */
export const linkedAccountSchema = v.variant('type', [
  emailAccountSchema,
  walletAccountSchema,
  account('phone', { phoneNumber: text() }),
  account('google_oauth', { subject: text(), email: text(), name: maybe() }),
  account('twitter_oauth', {
    subject: text(),
    username: maybe(),
    name: maybe(),
    profile_picture_url: maybe(),
  }),
  account('discord_oauth', { subject: text(), username: maybe(), email: maybe() }),
  account('github_oauth', { subject: text(), username: maybe(), name: maybe(), email: maybe() }),
  account('spotify_oauth', { subject: text(), email: maybe(), name: maybe() }),
  account('instagram_oauth', { subject: text(), username: maybe() }),
  account('tiktok_oauth', { subject: text(), username: maybe(), name: maybe() }),
  account('linkedin_oauth', { subject: text(), name: maybe(), email: maybe(), vanity_name: maybe() }),
  account('apple_oauth', { subject: text(), email: maybe() }),
  account('oidc_oauth', { subject: text(), name: maybe(), email: maybe(), username: maybe() }),
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
