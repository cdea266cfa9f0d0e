import type { WireUser } from '@latchkey/wire';
import type { Linker, Proof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import { type AccountKey, isAddressType, type NewAccount } from '../../users/index.ts';
import { type AccountCall, admitAccountChange, type ChangeDeps } from './admitAccountChange.ts';
import { linkOrOffer } from './transfer.ts';

/** Proves the account by a code of that purpose, or by what was begun for that user; burns it. */
type Prove = (purpose: CodePurpose, userId: string) => Promise<Proof>;

/**
 * Links to the user who calls what a provider proves, whose account no one knows before it is asked. An account of
 * another user is answered with how it may move here (`linkOrOffer`).
 *
 * @param prove proves the account, for the user who calls; burns what it was shown
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
 * Links an account to the user who calls; one of another user is answered with how it may move here (`linkOrOffer`).
 * Whatever can be refused without the code is refused before it is burnt.
 */
export async function linkAccount(deps: ChangeDeps, call: AccountCall, prove: Prove): Promise<WireUser> {
  const { app, method, account } = call;
  const { by, purpose, userId } = await admitAccountChange(deps, call);
  const linked = await deps.admission.checkLink(app, { method, account }, userId);
  return linked ?? linkOrOffer(deps, { app, proof: await prove(purpose, userId), by });
}

/**
 * The same for an account that is known once what proves it is verified, which does not use it up: a call whose answer was
 * lost, sent again, is answered like the first one.
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

/** Puts an account in the place of an old one of the user who calls. */
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

/** Takes an account from the user who calls, whether or not its method is still on. */
export async function unlinkAccount(deps: ChangeDeps, call: Omit<AccountCall, 'method'>): Promise<WireUser> {
  const { by } = await admitAccountChange(deps, call);
  await checkFactor(deps, call.app, call.account, by);
  return deps.admission.unlink(call.app, call.account, by);
}

/** Asks for a second factor where an address would go by which the owner hears of what happens. */
async function checkFactor(
  { mfa }: Pick<ChangeDeps, 'mfa'>,
  app: App,
  gone: AccountKey,
  { by: { session } }: Linker,
): Promise<void> {
  if (session && isAddressType(gone.type)) await mfa.checkAccountChange(app, session);
}
