import { type Account, collect, type Source, textOf, toWallet } from './record.ts';

/** A table of your own. Its accounts count as verified. */
export const csv: Source = {
  id: 'csv',
  about:
    'A table with a header and the columns `id`, `email`, `phone`, `wallet` and `custom_user_id`, of which a row fills any. Import only what you have verified.',
  toRecord(row) {
    const email = textOf(row, 'email');
    const phone = textOf(row, 'phone');
    const wallet = textOf(row, 'wallet');
    const custom = textOf(row, 'custom_user_id');
    const accounts: (Account | null)[] = [
      email === undefined ? null : { type: 'email', address: email },
      phone === undefined ? null : { type: 'phone', number: phone },
      wallet === undefined ? null : toWallet(wallet),
      custom === undefined ? null : { type: 'custom_auth', custom_user_id: custom },
    ];
    return collect(textOf(row, 'id') ?? '', accounts);
  },
};
