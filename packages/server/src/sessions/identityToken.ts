import { limits, type WireAccount, type WireUser } from '@latchkey/wire';

type Compact = Record<string, unknown>;

/** What a compact entry of an account holds besides its type and the time of its last proof (docs/wire/protocol.md §3.3). */
const compactFields = {
  email: ({ address }) => ({ address }),
  phone: ({ phoneNumber }) => ({ phone_number: phoneNumber }),
  wallet: ({ address, chain_type, wallet_client_type }) => ({ address, chain_type, wallet_client_type }),
  farcaster: ({ fid, username, owner_address }) => ({ fid, username, oa: owner_address }),
  telegram: ({ telegram_user_id, username }) => ({ telegram_user_id, username }),
  custom_auth: ({ custom_user_id }) => ({ custom_user_id }),
  passkey: ({ credential_id }) => ({ credential_id }),
  cross_app: ({ subject, provider_app_id, embedded_wallets, smart_wallets }) => ({
    subject,
    provider_app_id,
    embedded_wallets,
    smart_wallets,
  }),
  google_oauth: ({ subject, email, name }) => ({ subject, email, name }),
  twitter_oauth: ({ subject, username, name, profile_picture_url }) => ({
    subject,
    username,
    name,
    pfp: profile_picture_url,
  }),
  discord_oauth: ({ subject, username }) => ({ subject, username }),
  github_oauth: ({ subject, username }) => ({ subject, username }),
  instagram_oauth: ({ subject, username }) => ({ subject, username }),
  tiktok_oauth: ({ subject, username }) => ({ subject, username }),
  spotify_oauth: ({ subject }) => ({ subject }),
  linkedin_oauth: ({ subject, email }) => ({ subject, email }),
  apple_oauth: ({ subject, email }) => ({ subject, email }),
} satisfies { [T in WireAccount['type']]: (account: Extract<WireAccount, { type: T }>) => Compact };

/**
 * The claims of an identity token: who the user is and by which accounts he is known, for a host's back end that
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

function toCompact(account: WireAccount): Compact {
  const fields = compactFields[account.type] as (account: WireAccount) => Compact;
  return { type: account.type, ...fields(account), lv: account.latest_verified_at };
}
