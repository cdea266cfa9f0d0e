import { limits, type OAuthType, type WireAccount, type WireUser } from '@latchkey/wire';

/** The fields of an account that its compact entry keeps, besides type and time (docs/wire/protocol.md §3.3). */
const compactFields: { readonly [T in WireAccount['type']]?: readonly FieldOf<T>[] } & {
  readonly [T in Exclude<WireAccount['type'], OAuthType>]: readonly FieldOf<T>[];
} = {
  apple_oauth: ['subject', 'email'],
  cross_app: ['subject', 'provider_app_id', 'embedded_wallets', 'smart_wallets'],
  custom_auth: ['custom_user_id'],
  discord_oauth: ['subject', 'username'],
  email: ['address'],
  farcaster: ['fid', 'username', 'owner_address'],
  github_oauth: ['subject', 'username'],
  google_oauth: ['subject', 'email', 'name'],
  instagram_oauth: ['subject', 'username'],
  linkedin_oauth: ['subject', 'email'],
  passkey: ['credential_id'],
  phone: ['phoneNumber'],
  spotify_oauth: ['subject'],
  telegram: ['telegram_user_id', 'username'],
  tiktok_oauth: ['subject', 'username'],
  twitter_oauth: ['subject', 'username', 'name', 'profile_picture_url'],
  wallet: ['address', 'chain_type', 'wallet_client_type'],
};
/** The same of a provider's account that has none of its own above. */
const usualFields: readonly string[] = ['subject', 'email', 'name'];
type FieldOf<T extends WireAccount['type']> = keyof Extract<WireAccount, { type: T }>;

/** Names that a compact entry shortens or spells its own way. */
const compactNames: Readonly<Record<string, string>> = {
  owner_address: 'oa',
  phoneNumber: 'phone_number',
  profile_picture_url: 'pfp',
};

/**
 * The claims of an identity token: who the user is and by which accounts they are known, for a host's back end that
 * wants no second request. Without `sid`, so that it never passes as an access token (S20).
 *
 * @param options.issuer `iss` of the app's tokens
 */
export function identityClaims(
  user: WireUser,
  options: { appId: string; issuer: string; nowMs: number },
): Record<string, unknown> {
  const issuedAtS = Math.floor(options.nowMs / 1000);
  return {
    sub: user.id,
    iss: options.issuer,
    aud: options.appId,
    iat: issuedAtS,
    exp: issuedAtS + limits.accessTokenLifeMs / 1000,
    cr: String(user.created_at),
    linked_accounts: JSON.stringify(user.linked_accounts.map(toCompact)),
    ...(user.is_guest ? { guest: 't' } : {}),
    ...(user.custom_metadata ? { custom_metadata: JSON.stringify(user.custom_metadata) } : {}),
  };
}

function toCompact(account: WireAccount): Record<string, unknown> {
  const values = account as unknown as Readonly<Record<string, unknown>>;
  const kept = (compactFields[account.type] ?? usualFields)
    .filter((field) => (values[field] ?? null) !== null)
    .map((field) => [compactNames[field] ?? field, values[field]]);
  return { type: account.type, ...Object.fromEntries(kept), lv: account.latest_verified_at };
}
