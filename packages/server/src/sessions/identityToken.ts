import {
  type AccountTypeRecord,
  accountTypes,
  limits,
  type WireAccount,
  type WireUser,
} from '@latchkey/wire';

/** Field names that a compact entry shortens or spells differently. */
const compactNames: Readonly<Record<string, string>> = {
  owner_address: 'oa',
  phoneNumber: 'phone_number',
  profile_picture_url: 'pfp',
};

/**
 * Returns the claims of an identity token: the user and their accounts, for a host's back end. The token has no
 * `sid`, so neither this service nor `@latchkey/node` accepts it as an access token (S20).
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
  // The type may be unknown if a newer version linked the account before a downgrade to this one.
  const kind: AccountTypeRecord | undefined = accountTypes[account.type];
  const kept = (kind?.compact ?? [])
    .filter((field) => (values[field] ?? null) !== null)
    .map((field) => [compactNames[field] ?? field, values[field]]);
  return { type: account.type, ...Object.fromEntries(kept), lv: account.latest_verified_at };
}
