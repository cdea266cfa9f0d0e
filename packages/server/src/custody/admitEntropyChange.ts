import { createHash } from 'node:crypto';
import {
  type Change,
  changeClaim,
  changeClaimContext,
  fail,
  type SetRecoveryBody,
  toCanonicalJson,
} from '@latchkey/wire';
import type { Db } from '../db/index.ts';
import type { CustodyCaller } from './border/admitCustody.ts';
import { getEntropyByRef } from './store.ts';
import { isSignedByWallet } from './walletSignature.ts';

type ChangeBody = Pick<SetRecoveryBody, 'entropy_id' | 'entropy_id_verifier' | 'entropy_uid' | 'signature'>;

/**
 * Refuses a change, of one of the caller's entropies or of their factors, that is not signed by the wallet that the
 * request names. An attacker with only a stolen session could otherwise replace the owner's recovery with a useless
 * one, or add an address of their own to the wallets.
 *
 * @param change content that the wallet must have signed
 * @throws ServiceError `embedded_wallet_not_found`, `invalid_data` for a change that the named wallet has not
 *   signed
 */
export async function admitEntropyChange(
  db: Db,
  { app, session }: Pick<CustodyCaller, 'app' | 'session'>,
  body: ChangeBody,
  change: Change,
): Promise<void> {
  const owner = { appId: app.id, userId: session.userId };
  const { entropyUid } = await getEntropyByRef(db, owner, body);
  if (entropyUid !== body.entropy_uid) fail('embedded_wallet_not_found');
  const contentHash = createHash('sha256').update(toCanonicalJson(change.content)).digest('base64url');
  const chainType = body.entropy_id_verifier === 'solana-address-verifier' ? 'solana' : 'ethereum';
  const statement = {
    chainType,
    address: body.entropy_id,
    text: changeClaim({ ...owner, entropyUid }, { ...change, contentHash }),
    context: changeClaimContext,
  } as const;
  if (isSignedByWallet(statement, body.signature)) return;
  fail('invalid_data', { message: "The change is not signed by the wallet's key." });
}
