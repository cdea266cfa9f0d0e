import { directoryRoutes, fail, type ImportedAccount, type WalletCreation } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import { isMany, type NewAccount, toNewAccount, type Users } from '../users/index.ts';
import { toDirectoryUser } from './toDirectoryUser.ts';

/** Creates the routes with which back ends import users, set metadata and unlink accounts. */
export function importImplementations(users: Users): Implementation[] {
  return [
    implement(directoryRoutes.importUser, async ({ app, body }) => {
      const { linked_accounts: given, custom_metadata: metadata = null, ...requested } = body;
      // Refuses before anything is applied, so no import is partial because of a requested wallet.
      refuseWallets(requested);
      const accounts = eachOnce((given as ImportedAccount[]).map((one) => toNewAccount(one)));
      checkTypes(accounts);
      return toDirectoryUser(
        await users.import(app.id, { accounts, metadata, maxUsers: app.settings.max_users }),
      );
    }),
    implement(directoryRoutes.setMetadata, ({ app, body, params }) =>
      users.setMetadata({ appId: app.id, userId: params.user_id ?? '' }, body.custom_metadata),
    ),
    implement(directoryRoutes.unlinkAccount, async ({ app, body, params }) => {
      const user = { appId: app.id, userId: params.user_id ?? '' };
      const by = { actor: { type: 'app', id: app.id }, session: null, page: null } as const;
      return toDirectoryUser(await users.unlink(user, { type: body.type, handle: body.handle, by }));
    }),
    implement(directoryRoutes.createWallets, async () => noWallet()),
    implement(directoryRoutes.createWalletOfApp, async () => noWallet()),
  ];
}

function noWallet(): never {
  fail('not_supported', {
    message:
      "Wallets are created in the user's browser, where their keys stay; the service cannot create one",
    details: { reason: 'wallet_on_server' },
  });
}

/** Refuses an import that requests a wallet: with true, a positive number or a list that is not empty. */
function refuseWallets({ user_id: _, wallets, ...requested }: WalletCreation): void {
  const isRequested = (value: unknown) => value === true || (typeof value === 'number' && value > 0);
  if (Object.values(requested).some(isRequested) || (wallets ?? []).length > 0) noWallet();
}

/** Removes duplicate accounts, even in different spellings. */
function eachOnce(accounts: readonly NewAccount[]): NewAccount[] {
  return [...new Map(accounts.map((account) => [`${account.type} ${account.subject}`, account])).values()];
}

/** Allows one account per type (LINK-03), except for types of which a user may have several. */
function checkTypes(accounts: readonly NewAccount[]): void {
  const types = accounts.map(({ type }) => type).filter((type) => !isMany(type));
  if (new Set(types).size < types.length) fail('cannot_link_more_of_type');
}
