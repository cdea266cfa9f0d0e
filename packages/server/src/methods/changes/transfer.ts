import {
  accountTypes,
  fail,
  isCode,
  isEmbedded,
  limits,
  type MethodId,
  toPlainLine,
  type WireUser,
} from '@latchkey/wire';
import { type Linker, type Proof, toProof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { Caller } from '../../http/index.ts';
import { isAddressType, type NewAccount } from '../../users/index.ts';
import { admitAccountChange, type ChangeDeps } from './admitAccountChange.ts';

interface Offer {
  readonly method: MethodId;
  readonly account: NewAccount;
  readonly provedAtMs: number;
  readonly fromUserId: string;
}

/**
 * Links an account to the user who proved it. If another user has it and the account can be moved, the error says how
 * (wire §1.4).
 *
 * @throws ServiceError `account_transfer_required` with the details that the user sees before they agree; otherwise
 *   the codes of `Admission.link`
 */
export async function linkOrOffer(
  deps: ChangeDeps,
  link: { app: App; proof: Proof; by: Linker },
): Promise<WireUser> {
  const { app, proof, by } = link;
  return deps.admission.link(app, proof, by).catch((error: unknown) => {
    if (!isCode(error, 'linked_to_another_user')) throw error;
    return offerTransfer(deps, link);
  });
}

async function offerTransfer(
  { challenges, users }: Pick<ChangeDeps, 'challenges' | 'users'>,
  { app, proof, by: { userId } }: { app: App; proof: Proof; by: Linker },
): Promise<never> {
  const { account, method, provedAtMs } = proof;
  // An account of another app has only a technical name, so the user could not tell which account they would take
  // over.
  if (method === 'cross-app') fail('linked_to_another_user');
  const fromUserId = app.settings.account_transfer ? await users.findOwner(app.id, account) : null;
  const owner = fromUserId === null ? null : await users.findWireUser({ appId: app.id, userId: fromUserId });
  if (fromUserId === null || !owner) fail('linked_to_another_user');
  // Removing this account requires the other user's second factor, so the transfer would be refused.
  const isHeld = isAddressType(account.type) || app.settings.mfa_for_linking;
  if (isHeld && owner.mfa_methods.length > 0) fail('linked_to_another_user');
  const nonce = await challenges.tickets.issue({
    appId: app.id,
    kind: 'account-transfer',
    userId,
    lifeMs: limits.transferLifeMs,
    value: { method, account, provedAtMs, fromUserId } satisfies Offer,
  });
  const wallet = owner.linked_accounts.filter(isEmbedded).find((one) => one.chain_type === 'ethereum');
  return fail('account_transfer_required', {
    details: {
      nonce,
      subject: account.subject,
      account: { displayName: displayNameOf(account) },
      otherUser: {
        ...(wallet ? { embeddedWalletAddress: wallet.address } : {}),
        ...(method === 'oauth' ? { oAuthUserInfo: toUserInfo(account) } : {}),
      },
    },
  });
}

/**
 * Moves an account from another user to the calling user. The nonce of {@link linkOrOffer} is valid once and only
 * for the user who got it.
 *
 * @param call.readSubject called with the offered account, after the nonce is consumed. Returns the account that the
 *   request names or proves. If the two differ, the transfer is refused.
 * @throws ServiceError `invalid_credentials` for a nonce that is unknown, used, expired, another user's or for another
 *   account, or if the app has turned transfers off, and the codes of `admitAccountChange`, `readSubject` and
 *   `Admission.transfer`
 */
export async function transferAccount(
  deps: ChangeDeps,
  call: {
    app: App;
    caller: Caller;
    nonce: string;
    method: MethodId;
    readSubject(offered: string): Promise<string> | string;
  },
): Promise<WireUser> {
  const { app, caller, nonce } = call;
  const { by, userId } = await admitAccountChange(deps, { app, caller });
  if (!app.settings.account_transfer) fail('invalid_credentials', { message: lateText });
  const key = { appId: app.id, kind: 'account-transfer', secret: nonce } as const;
  const found = await deps.challenges.tickets.consume<Offer>(key);
  const offer = found?.value;
  const isTheirs = found?.userId === userId && offer?.method === call.method;
  if (!offer || !isTheirs || offer.account.subject !== (await call.readSubject(offer.account.subject))) {
    return fail('invalid_credentials', { message: lateText });
  }
  // The offer was made from a verified proof and stored sealed, so it can be used as that proof.
  const { fromUserId, ...proof } = offer;
  return deps.admission.transfer(app, toProof(proof), { ...by, fromUserId });
}

const lateText = 'This account can no longer be moved. Link it again.';

function displayNameOf({ details, subject, type }: NewAccount): string {
  const names = accountTypes[type].names.map((field) => details[field]);
  const name = names.find((one) => typeof one === 'string' && one !== '');
  return toPlainLine(typeof name === 'string' ? name : subject);
}

/** Returns a provider's profile with the field names that published clients send back. */
function toUserInfo({ details, subject }: NewAccount): Record<string, unknown> {
  const names = {
    name: 'name',
    username: 'username',
    profile_picture_url: 'profilePictureUrl',
    email: 'email',
    vanity_name: 'vanityName',
  };
  const told = Object.entries(names).filter(([field]) => typeof details[field] === 'string');
  return { subject, ...Object.fromEntries(told.map(([field, name]) => [name, details[field]])) };
}
