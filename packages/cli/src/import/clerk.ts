import {
  type Account,
  collect,
  type Row,
  rowsOf,
  type Source,
  textOf,
  toProviderAccount,
  toWallet,
} from './record.ts';

/** Export of Clerk: the CSV of its dashboard, or users as its API returns them. */
export const clerk: Source = {
  id: 'clerk',
  about:
    "Clerk's CSV export, or users as its Backend API returns them, with the verification of each address.",
  toRecord(row) {
    const sourceId = textOf(row, 'id') ?? '';
    return 'email_addresses' in row ? collect(sourceId, ofApi(row)) : collect(sourceId, ofCsv(row));
  },
};

function ofApi(row: Row): (Account | string)[] {
  const verified = (account: Row, what: string, then: () => Account | string): Account | string =>
    textOf(account.verification as Row | undefined, 'status') === 'verified'
      ? then()
      : `${what} that is not verified`;
  const required = (account: Row, name: string, then: (text: string) => Account): Account | string => {
    const text = textOf(account, name);
    return text === undefined ? `an account without ${name}` : then(text);
  };
  return [
    ...rowsOf(row, 'email_addresses').map((one) =>
      verified(one, 'an email address', () =>
        required(one, 'email_address', (address) => ({ type: 'email', address })),
      ),
    ),
    ...rowsOf(row, 'phone_numbers').map((one) =>
      verified(one, 'a phone number', () =>
        required(one, 'phone_number', (number) => ({ type: 'phone', number })),
      ),
    ),
    ...rowsOf(row, 'web3_wallets').map((one) =>
      verified(one, 'a wallet', () => required(one, 'web3_wallet', toWallet)),
    ),
    ...rowsOf(row, 'external_accounts').map((one) =>
      verified(one, 'an account at a provider', () =>
        toProviderAccount({
          provider: textOf(one, 'provider') ?? 'unknown',
          subject: textOf(one, 'provider_user_id'),
          email: textOf(one, 'email_address'),
          username: textOf(one, 'username'),
        }),
      ),
    ),
  ];
}

/** Splits a column with several values at spaces, commas, semicolons and vertical bars. */
const valuesOf = (row: Row, name: string): string[] =>
  (textOf(row, name) ?? '').split(/[\s,|;]+/).filter(Boolean);

function ofCsv(row: Row): (Account | string)[] {
  return [
    ...valuesOf(row, 'verified_email_addresses').map((address): Account => ({ type: 'email', address })),
    ...valuesOf(row, 'verified_phone_numbers').map((number): Account => ({ type: 'phone', number })),
    ...valuesOf(row, 'unverified_email_addresses').map(() => 'an email address that is not verified'),
    ...valuesOf(row, 'unverified_phone_numbers').map(() => 'a phone number that is not verified'),
  ];
}
