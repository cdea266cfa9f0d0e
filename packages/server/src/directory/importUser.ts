import { directoryRoutes, fail, type ImportedAccount, type WalletWish } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import { toNewAccount, type Users } from '../users/index.ts';

/** What back ends change about users: bring them along, note something, take an account. */
export function importImplementations(users: Users): Implementation[] {
  return [
    implement(directoryRoutes.importUser, async ({ app, body }) => {
      // Before anything is applied: a half-done import would be found out only when the wallet is missed.
      refuseWallets(body);
      checkTypes(body.linked_accounts);
      const accounts = (body.linked_accounts as ImportedAccount[]).map(toNewAccount);
      return users.import(app.id, {
        accounts,
        metadata: body.custom_metadata ?? null,
        maxUsers: app.settings.max_users,
      });
    }),
    implement(directoryRoutes.setMetadata, ({ app, body, params }) =>
      users.setMetadata(app.id, params.user_id ?? '', body.custom_metadata),
    ),
    implement(directoryRoutes.unlinkAccount, ({ app, body, params }) => {
      const actor = { type: 'app', id: app.id } as const;
      return users.unlink(app.id, params.user_id ?? '', { type: body.type, handle: body.handle, actor });
    }),
    implement(directoryRoutes.createWallets, async () => noWallet()),
    implement(directoryRoutes.createWalletOfApp, async () => noWallet()),
  ];
}

function noWallet(): never {
  fail('not_supported', {
    message:
      "Wallets are created in the user's browser, where their keys stay; the service cannot create one",
  });
}

/** Refuses whatever asks for a wallet, by whichever of its names. */
function refuseWallets({ user_id: _, wallets, ...wishes }: WalletWish): void {
  const isWish = (value: unknown) => value === true || (typeof value === 'number' && value > 0);
  const { create_ethereum_wallet, create_solana_wallet, create_ethereum_smart_wallet } = wishes;
  const { create_embedded_wallet, create_n_embedded_wallets, create_n_ethereum_wallets } = wishes;
  const asked = [
    create_ethereum_wallet,
    create_solana_wallet,
    create_ethereum_smart_wallet,
    create_embedded_wallet,
    create_n_embedded_wallets,
    create_n_ethereum_wallets,
  ];
  if (asked.some(isWish) || (wallets ?? []).length > 0) noWallet();
}

/** One account of a type (LINK-03); wallets may be several. */
function checkTypes(accounts: readonly { type: string }[]): void {
  const types = accounts.map(({ type }) => type).filter((type) => type !== 'wallet');
  if (new Set(types).size < types.length) fail('cannot_link_more_of_type');
}
