import { type CreateWalletReply, fail, type ImportWalletBody, isCode, limits } from '@latchkey/wire';
import type { Db } from '../../db/index.ts';
import { walletKey } from '../../users/index.ts';
import type { CustodyCaller } from '../border/admitCustody.ts';
import type { CustodyDeps } from '../deps.ts';
import { type ExistingEntropy, registerEntropy } from './registerEntropy.ts';
import { countImported, findEntropyOf } from './store.ts';

/**
 * Registers a wallet whose key or recovery phrase the user brings, with an entropy of its own. If the same key or
 * phrase is imported again within `limits.createReplyMs`, the reply names the same wallet.
 *
 * @throws ServiceError as {@link registerEntropy}, `embedded_wallet_already_exists` for a key that is one of the
 *   user's own wallets, `linked_to_another_user` for the key of another user's wallet, `invalid_data` beyond
 *   `limits.importedWallets`
 */
export async function importWallet(
  deps: CustodyDeps,
  caller: CustodyCaller,
  body: ImportWalletBody,
): Promise<CreateWalletReply> {
  const { clock, database } = deps.world;
  const { kind, ...entropy } = body;
  const [wallet] = body.wallets;
  if (!wallet) return fail('invalid_data');
  const { address } = wallet;

  async function findHolder(db: Db): Promise<ExistingEntropy | null> {
    const held = await findEntropyOf(db, caller.session, address);
    if (!held) return null;
    return {
      entropyUid: held.entropyUid,
      assertParallel() {
        const isParallel = held.kind === kind && clock.now() - held.createdAtMs <= limits.createReplyMs;
        if (!isParallel) failHeld();
      },
    };
  }

  async function assertBelowLimit(tx: Db): Promise<void> {
    if ((await countImported(tx, caller.session)) < limits.importedWallets) return;
    fail('invalid_data', { message: `A user can import at most ${limits.importedWallets} wallets.` });
  }

  const imported = { kind, body: entropy, findHolder, assertBelowLimit };
  try {
    return await registerEntropy(deps, caller, imported);
  } catch (error) {
    if (!isCode(error, 'linked_to_another_user')) throw error;
    // The address was imported at the same moment, is another account of this user, or belongs to another user.
    const holder = await findHolder(database.db);
    if (!holder && (await isOwn(deps, caller, address))) failHeld();
    if (!holder) throw error;
    return registerEntropy(deps, caller, imported);
  }
}

async function isOwn({ users }: CustodyDeps, { session }: CustodyCaller, address: string): Promise<boolean> {
  return users.hasAccount(session, walletKey(address));
}

function failHeld(): never {
  fail('embedded_wallet_already_exists', { message: 'This key is one of your wallets already' });
}
