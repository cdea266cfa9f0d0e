import { fail, limits, type WalletNonce } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import type { Caller } from '../../http/index.ts';
import { walletKey } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';

const kind = 'wallet-nonce';
/** Random bytes of a nonce, which EIP-4361 writes in letters and digits (S38). */
const nonceBytes = 16;

/** What hangs on a nonce. */
export interface Issued {
  /** The address that it was asked for, as it names a wallet. */
  readonly subject: string;
  /** What the signature is good for: a login, or a link of one user. */
  readonly purpose: CodePurpose;
  readonly issuedAtMs: number;
}

/**
 * Gives the nonce of a message that a wallet is about to sign, for one address and one purpose.
 *
 * @throws ServiceError `recent_login_required`, `account_on_hold` for a user who is signed in and names a wallet that is not
 *   theirs: before they are asked to sign
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
   * A user who names a wallet of their own means to prove again who they are, or to link a contract at its address on another
   * chain; a guest to become its user.
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
 * Uses a nonce up, whatever comes of it.
 *
 * @param expected the address that the message names, and what the signature is shown for
 * @throws ServiceError `invalid_credentials` for one that is unknown, used, late, of another app, address or purpose
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

/** What a user asked for at an address of theirs links to this user as well: only the message says on which chain. */
const isOwn = (userId: string | null, issued: CodePurpose, purpose: CodePurpose) =>
  issued === 'login' && purpose === `link ${userId}`;

const lateText = 'This sign-in request is used, too old or for something else. Try again.';
