import type { WireUser } from '@latchkey/wire';
import type { Linker, Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import { type AccountKey, isAddressType, type NewAccount } from '../../users/index.ts';
import { type AccountCall, admitAccountChange, type ChangeDeps } from './admitAccountChange.ts';
import { linkOrOffer } from './transfer.ts';

/**
 * Proves the account with a code that has this purpose, or with a proof that was started for this user. Consumes the
 * code or proof.
 */
type Prove = (purpose: CodePurpose, userId: string) => Promise<Proof>;

/**
 * Links an account that is known only once it is proved, such as a provider's or a wallet, to the calling user. If
 * another user has it, the error may say how to move it (`linkOrOffer`).
 *
 * @param prove proves the account for the calling user; consumes the proof
 */
export async function linkProof(
  deps: ChangeDeps,
  { app, caller }: Pick<AccountCall, 'app' | 'caller'>,
  prove: (userId: string, purpose: CodePurpose) => Promise<Proof>,
): Promise<WireUser> {
  const { by, purpose, userId } = await admitAccountChange(deps, { app, caller });
  const proof = await prove(userId, purpose);
  const linked = await deps.admission.checkLink(app, proof, userId);
  return linked ?? linkOrOffer(deps, { app, proof, by });
}

/**
 * Links an account to the calling user. If another user has it, the error may say how to move it (`linkOrOffer`). The
 * account change is admitted and checked before the code or proof is consumed.
 */
export async function linkAccount(deps: ChangeDeps, call: AccountCall, prove: Prove): Promise<WireUser> {
  const { app, method, account } = call;
  const { by, purpose, userId } = await admitAccountChange(deps, call);
  const linked = await deps.admission.checkLink(app, { method, account }, userId);
  return linked ?? linkOrOffer(deps, { app, proof: await prove(purpose, userId), by });
}

/**
 * Links an account that is known only after its proof is verified. Verifying does not consume the proof, so a call can
 * be repeated if its answer was lost.
 */
export async function linkVerified(
  deps: ChangeDeps,
  { app, caller, method }: Omit<AccountCall, 'account'>,
  verify: () => Promise<{ account: NewAccount; use(): Promise<Proof> }>,
): Promise<WireUser> {
  const { by, userId } = await admitAccountChange(deps, { app, caller });
  const { account, use } = await verify();
  const linked = await deps.admission.checkLink(app, { method, account }, userId);
  return linked ?? linkOrOffer(deps, { app, proof: await use(), by });
}

export async function updateAccount(
  deps: ChangeDeps,
  call: AccountCall & { readonly old: AccountKey },
  prove: Prove,
): Promise<WireUser> {
  const { app, method, account, old } = call;
  const { purpose, userId, by } = await admitAccountChange(deps, call);
  await checkFactor(deps, app, old, by);
  await deps.admission.checkUpdate(app, { method, account }, { userId, old });
  return deps.admission.update(app, await prove(purpose, userId), { ...by, old });
}

/** Removes an account from the calling user. */
export async function unlinkAccount(deps: ChangeDeps, call: Omit<AccountCall, 'method'>): Promise<WireUser> {
  const { by } = await admitAccountChange(deps, call);
  await checkFactor(deps, call.app, call.account, by);
  return deps.admission.unlink(call.app, call.account, by);
}

/**
 * Requires a verified second factor, from users who have one, before an email address or phone number is removed or
 * replaced. An attacker with a stolen session could otherwise stop the owner from receiving notices.
 */
async function checkFactor(
  { mfa }: Pick<ChangeDeps, 'mfa'>,
  app: App,
  gone: AccountKey,
  { by: { session } }: Linker,
): Promise<void> {
  if (session && isAddressType(gone.type)) await mfa.checkAccountChange(app, session);
}
