import {
  type AccountTypeRecord,
  accountTypes,
  limits,
  type WireAccount,
  type WireUser,
} from '@latchkey/wire';

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
  // None for an account of a kind that a newer version linked, before this one was put back.
  const kind: AccountTypeRecord | undefined = accountTypes[account.type];
  const kept = (kind?.compact ?? [])
    .filter((field) => (values[field] ?? null) !== null)
    .map((field) => [compactNames[field] ?? field, values[field]]);
  return { type: account.type, ...Object.fromEntries(kept), lv: account.latest_verified_at };
}
