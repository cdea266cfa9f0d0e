import { type Account, collect, type Row, rowsOf, type Source, textOf, toProviderAccount } from './record.ts';

/** Identities of Auth0 that are not at a provider: an email address with a password or a code, or a phone number. */
const own = ['auth0', 'email', 'sms'];

/** Export of Auth0: users as its export job or its API returns them. */
export const auth0: Source = {
  id: 'auth0',
  about:
    "Users of Auth0's export job or Management API: JSON lines or a JSON list, with `user_id`, `email_verified` and `identities`.",
  toRecord(row) {
    const email = textOf(row, 'email');
    const phone = textOf(row, 'phone_number');
    return collect(textOf(row, 'user_id') ?? '', [
      email === undefined
        ? null
        : isTrue(row.email_verified)
          ? { type: 'email', address: email }
          : unverified('email address'),
      phone === undefined
        ? null
        : isTrue(row.phone_verified)
          ? { type: 'phone', number: phone }
          : unverified('phone number'),
      ...rowsOf(row, 'identities').map((identity) => toAccount(identity, row)),
    ]);
  },
};

function toAccount(identity: Row, user: Row): Account | string | null {
  const provider = textOf(identity, 'provider') ?? 'unknown';
  if (own.includes(provider)) return null;
  const profile = (identity.profileData ?? user) as Row;
  return toProviderAccount({
    provider,
    subject: textOf(identity, 'user_id'),
    email: textOf(profile, 'email'),
    username: textOf(profile, 'nickname'),
    name: textOf(profile, 'name'),
  });
}

const isTrue = (value: unknown): boolean => value === true || value === 'true';
const unverified = (what: string): string => `an ${what} that is not verified`.replace(/^an p/, 'a p');
