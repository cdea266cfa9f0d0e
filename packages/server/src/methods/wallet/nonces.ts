import { fail, limits, type WalletNonce } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import type { Caller } from '../../http/index.ts';
import { walletKey } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';

const kind = 'wallet-nonce';
/** Number of random bytes in a nonce, which is in hex because EIP-4361 allows only letters and digits (S38). */
const nonceBytes = 16;

export interface Issued {
  /** Address that the nonce is for, as the subject of a wallet's account. */
  readonly subject: string;
  /** Purpose of the signature: a login, or a link for one user. */
  readonly purpose: CodePurpose;
  readonly issuedAtMs: number;
}

/**
 * Issues the nonce of a message that a wallet is about to sign, for one address and one purpose.
 *
 * @throws ServiceError `recent_login_required`, `account_on_hold` for a signed-in user who names a wallet that is
 *   not theirs, before the user signs
 */
export async function issueNonce(
  { clock, random }: World,
  { admission, challenges, sessions, users }: MethodDeps,
  { app, caller, address }: { app: App; caller: Caller; address: string },
): Promise<WalletNonce> {
  const { subject } = walletKey(address);
  const nonce = Buffer.from(random.bytes(nonceBytes)).toString('hex');
  const issuedAtMs = clock.now();
  const lifeMs = limits.walletNonceLifeMs;
  const { purpose, userId } = await findPurpose();
  const value = { subject, purpose, issuedAtMs } satisfies Issued;
  await challenges.tickets.issue({ appId: app.id, kind, userId, secret: nonce, lifeMs, value });
  return { nonce, address, expires_at: new Date(issuedAtMs + lifeMs).toISOString() };

  /**
   * Finds the purpose of a nonce. It is a login without a session and for a guest, even one who links the wallet. A
   * user who has a wallet at the address confirms their login, or links a contract at the address on another chain.
   * Any other user links the wallet.
   */
  async function findPurpose(): Promise<{ purpose: CodePurpose; userId: string | null }> {
    const session = await sessions.find(app, caller.bearer);
    if (!session || (await admission.isGuest(app, session.userId))) return { purpose: 'login', userId: null };
    const user = await users.findWireUser(session);
    const isTheirs = user?.linked_accounts.some(
      (one) => one.type === 'wallet' && walletKey(one.address).subject === subject,
    );
    if (isTheirs) return { purpose: 'login', userId: session.userId };
    sessions.requireRecentLogin(app, session, 'account_change');
    return { purpose: `link ${session.userId}`, userId: session.userId };
  }
}

/**
 * Consumes a nonce of the app, even if it is then refused.
 *
 * @param expected the address in the message, and the purpose of the signature
 * @throws ServiceError `invalid_credentials` for a nonce that is unknown, used, expired, or of another app, address
 *   or purpose
 */
export async function consumeNonce(
  { tickets }: MethodDeps['challenges'],
  app: App,
  { nonce, address, purpose }: { nonce: string; address: string; purpose: CodePurpose },
): Promise<Issued> {
  const found = await tickets.consume<Issued>({ appId: app.id, kind, secret: nonce });
  const issued = found?.value;
  const isFor =
    issued?.purpose === purpose || (issued && found && isOwn(found.userId, issued.purpose, purpose));
  if (!isFor || issued.subject !== walletKey(address).subject) {
    return fail('invalid_credentials', { message: lateText });
  }
  return issued;
}

/**
 * Returns true if a user links with a nonce that they got for a wallet address of their own. They may link a contract
 * at that address on another chain, and only the message names the chain.
 */
const isOwn = (userId: string | null, issued: CodePurpose, purpose: CodePurpose) =>
  issued === 'login' && purpose === `link ${userId}`;

const lateText = 'This sign-in request is used, too old or for something else. Try again.';
