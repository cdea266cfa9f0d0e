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

/** Export of Privy: users as its API `GET /v1/users` returns them. */
export const privy: Source = {
  id: 'privy',
  about: "Users as Privy's `GET /v1/users` returns them: a JSON list, pages with `data`, or JSON lines.",
  toRecord(row) {
    const accounts = rowsOf(row, 'linked_accounts');
    return collect(textOf(row, 'id') ?? '', accounts.map(toAccount));
  },
};

function toAccount(account: Row): Account | string {
  const type = textOf(account, 'type') ?? 'unknown';
  const address = textOf(account, 'address');
  const number =
    textOf(account, 'number') ?? textOf(account, 'phone_number') ?? textOf(account, 'phoneNumber');
  if (type === 'email' && address) return { type, address };
  if (type === 'phone' && number) return { type, number };
  if (type === 'wallet' && address) {
    const isEmbedded = account.connector_type === 'embedded' || account.wallet_client_type === 'privy';
    return isEmbedded ? 'an embedded wallet, which its owner exports and imports' : toWallet(address);
  }
  if (type === 'custom_auth') {
    const custom_user_id = textOf(account, 'custom_user_id');
    return custom_user_id ? { type, custom_user_id } : 'an account of the type custom_auth without an id';
  }
  if (type === 'telegram') {
    const telegram_user_id = textOf(account, 'telegram_user_id') ?? textOf(account, 'telegramUserId');
    return telegram_user_id ? { type, telegram_user_id } : 'an account of the type telegram without an id';
  }
  if (type === 'farcaster') {
    const owner_address = textOf(account, 'owner_address') ?? textOf(account, 'ownerAddress');
    const fid = Number(account.fid);
    return owner_address && Number.isSafeInteger(fid)
      ? { type, fid, owner_address }
      : 'an account of the type farcaster without an owner';
  }
  if (!type.endsWith('_oauth')) return `an account of the type ${type}`;
  return toProviderAccount({
    provider: type.replace(/_oauth$/, ''),
    subject: textOf(account, 'subject'),
    email: textOf(account, 'email'),
    username: textOf(account, 'username'),
    name: textOf(account, 'name'),
  });
}
