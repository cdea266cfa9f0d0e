import {
  type FarcasterSigner,
  type FarcasterSignerInitReply,
  type FarcasterSignerReply,
  type FarcasterSignerStatus,
  fail,
} from '@latchkey/wire';
import type { AppSecrets } from '../../../app-secrets/index.ts';
import type { App } from '../../../apps/index.ts';
import type { Audit } from '../../../audit/index.ts';
import type { Sealing } from '../../../crypto/index.ts';
import type { Db } from '../../../db/index.ts';
import { createChainReader } from '../../../ethereum/index.ts';
import type { Session } from '../../../sessions/index.ts';
import type { AccountWatch, Users } from '../../../users/index.ts';
import type { World } from '../../../world.ts';
import { toAccountKey } from '../proveSignIn.ts';
import { findSignerState } from '../registry.ts';
import { type AppAccount, createSignerRequests } from './request.ts';
import { deleteSigner, findSigner, putSigner, type SignerKey, setSignerStatus } from './store.ts';
import type { SignerRow } from './table.ts';

type Hex = `0x${string}`;

/** Signers: keys in users' wallets with which an app may write to Farcaster. */
export interface FarcasterSigners {
  /**
   * Requests the user's approval of a key at Farcaster. Returns the key's status instead if the chain knows the key,
   * and the earlier request for the same key if it is open and has more than a minute left.
   *
   * @param wanted.deadlineS end of the time for approval, Unix seconds; at most a day from now, which is the default
   * @throws ServiceError `not_supported` for a user without a Farcaster account, or an app without one or without its
   *   key, `invalid_data` for a deadline in the past, `service_unavailable` if the chain or Farcaster does not answer
   */
  request(
    app: App,
    session: Session,
    wanted: { publicKey: string; deadlineS: number | null },
  ): Promise<FarcasterSignerInitReply>;
  /** Returns the status of a user's signer. @throws ServiceError `not_supported`, `not_found`, `service_unavailable` */
  describe(session: Session, publicKey: string): Promise<FarcasterSigner>;
  /** Returns the user's signer, with its current status. @throws ServiceError `service_unavailable` */
  find(session: Session): Promise<FarcasterSignerReply>;
  /**
   * Deletes the signer of an account that is removed from its user. Hides the key shown on a Farcaster account that is
   * added or removed.
   */
  readonly watch: AccountWatch;
}

/** Shortest time between two requests of a process to Farcaster's API for the status of one signer, in ms. */
const pollPauseMs = 3_000;
const mostRemembered = 10_000;
const longestMs = 24 * 60 * 60_000;
/** Least time that an open request must have left to be returned again, in ms. */
const shortestMs = 60_000;

/**
 * Binds a sealed token to its user and account; the sealing adds the app. An attacker who can write to the database
 * could otherwise copy it to another row and have it used there.
 */
const aadOf = ({ userId, fid }: SignerKey) => ['farcaster-signer', userId, String(fid)];

export function createFarcasterSigners(
  world: World,
  deps: {
    appSecrets: Pick<AppSecrets, 'find'>;
    audit: Pick<Audit, 'record'>;
    sealing: Sealing;
    users: Pick<Users, 'findWireUser' | 'refreshDetails'>;
  },
): FarcasterSigners {
  const { appSecrets, audit, sealing, users } = deps;
  const { clock, config, database } = world;
  const chain = createChainReader(world, config.farcasterRpcUrl);
  const requests = createSignerRequests(world);
  const isTurn = createPauses(clock);

  async function findFid(session: Session): Promise<number | null> {
    const user = await users.findWireUser(session);
    return user?.linked_accounts.find((account) => account.type === 'farcaster')?.fid ?? null;
  }

  async function findAppAccount(app: App): Promise<AppAccount> {
    const own = app.settings.farcaster_signer;
    const shared = config.sharedFarcasterSigner;
    const key = own && (await appSecrets.find(app.id, 'farcaster-signer'));
    if (own && key) return { fid: own.fid, custodyKey: key as Hex };
    if (!own && shared) return shared;
    world.log.warn({ app: app.id }, 'The app has no Farcaster account of its own, or no key of it');
    return fail('not_supported', { message: noAppText, details: { reason: 'farcaster_app' } });
  }

  /** Records the status of a signer, in its row and on the account. An unchanged status is not written again. */
  async function note(session: Session, row: SignerRow, status: FarcasterSignerStatus): Promise<void> {
    if (row.status === status) return;
    await database.transaction(async (tx) => {
      if (await setSignerStatus(tx, row, status)) await tell(tx, session, { ...row, status });
    });
  }

  /** Records a status outside the signer's row: shows or hides the key on the account, and writes an audit event. */
  async function tell(tx: Db, { sessionId, userId }: Session, { appId, fid, publicKey, status }: SignerRow) {
    if (status === 'pending_approval') return;
    const isApproved = status === 'approved';
    await setShownKey(tx, appId, { fid, publicKey: isApproved ? publicKey : null });
    await audit.record(tx, appId, {
      kind: isApproved ? 'farcaster.signer_approved' : 'farcaster.signer_revoked',
      userId,
      sessionId,
      actor: { type: 'user', id: userId },
      subject: String(fid),
    });
  }

  function setShownKey(
    tx: Db,
    appId: string,
    { fid, publicKey }: { fid: number; publicKey: string | null },
  ): Promise<void> {
    return users.refreshDetails(tx, appId, {
      ...toAccountKey(fid),
      details: { signer_public_key: publicKey },
    });
  }

  /**
   * Reads and records the status of a signer. Asks Farcaster only about an open request for a key that the chain does
   * not know.
   */
  async function look(session: Session, row: SignerRow): Promise<FarcasterSignerStatus> {
    const state = await findSignerState(chain, row.fid, row.publicKey);
    const status = state ?? (await judge(row));
    await note(session, row, status);
    return status;
  }

  async function judge(row: SignerRow): Promise<'pending_approval' | 'revoked'> {
    const isLate = row.deadlineMs <= clock.now();
    if (row.status !== 'pending_approval' || row.requestToken === null || isLate) return 'revoked';
    if (!isTurn(`${row.appId} ${row.userId} ${row.fid}`)) return 'pending_approval';
    const token = await sealing.open(row.appId, aadOf(row), row.requestToken);
    return (await requests.isOver(Buffer.from(token).toString('utf8'))) ? 'revoked' : 'pending_approval';
  }

  return {
    async request(app, session, wanted) {
      const publicKey = wanted.publicKey.toLowerCase() as Hex;
      const fid = (await findFid(session)) ?? failWithoutAccount();
      const key = { appId: app.id, userId: session.userId, fid };
      const nowMs = clock.now();
      const state = await findSignerState(chain, fid, publicKey);
      if (state !== null) {
        const found = await findSigner(database.db, key);
        if (found?.publicKey === publicKey) await note(session, found, state);
        else {
          const rest = { requestToken: null, approvalUrl: null, createdAtMs: nowMs, deadlineMs: nowMs };
          const row = { ...key, publicKey, status: state, ...rest };
          await database.transaction(async (tx) => {
            await putSigner(tx, row);
            await tell(tx, session, row);
          });
        }
        return { public_key: publicKey, status: state, fid };
      }

      const deadlineMs = Math.min((wanted.deadlineS ?? Number.POSITIVE_INFINITY) * 1000, nowMs + longestMs);
      if (deadlineMs <= nowMs) fail('invalid_data', { message: 'deadline: it has passed' });
      const before = await findSigner(database.db, key);
      const isSame = before?.publicKey === publicKey && before.deadlineMs > nowMs + shortestMs;
      const isOpen = isSame && before.approvalUrl !== null && (await judge(before)) === 'pending_approval';
      if (isOpen) return toPending(publicKey, before.approvalUrl ?? '');

      const deadlineS = Math.floor(deadlineMs / 1000);
      const opened = await requests.open(await findAppAccount(app), { publicKey, deadlineS });
      const requestToken = await sealing.seal(app.id, aadOf(key), Buffer.from(opened.token, 'utf8'));
      const { approvalUrl } = opened;
      const row = { ...key, publicKey, requestToken, approvalUrl, status: 'pending_approval' } as const;
      await database.transaction(async (tx) => {
        await putSigner(tx, { ...row, createdAtMs: nowMs, deadlineMs });
        // The account may still show an earlier key.
        await setShownKey(tx, app.id, { fid, publicKey: null });
      });
      return toPending(publicKey, approvalUrl);
    },

    async describe(session, publicKey) {
      const fid = (await findFid(session)) ?? failWithoutAccount();
      const row = await findSigner(database.db, { appId: session.appId, userId: session.userId, fid });
      if (row?.publicKey !== publicKey.toLowerCase())
        fail('not_found', { message: 'There is no such signer' });
      const status = await look(session, row);
      if (status === 'pending_approval') return toPending(row.publicKey, row.approvalUrl ?? '');
      return { public_key: row.publicKey, status, fid };
    },

    async find(session) {
      const fid = await findFid(session);
      const key = { appId: session.appId, userId: session.userId };
      const row = fid === null ? null : await findSigner(database.db, { ...key, fid });
      if (!row) return { fid, public_key: null, status: null };
      return { fid, public_key: row.publicKey, status: await look(session, row) };
    },

    watch: {
      async changed(tx, { added, appId, removed, userId }) {
        if (removed?.type === 'farcaster')
          await deleteSigner(tx, { appId, userId, fid: Number(removed.subject) });
        const account = added ?? removed;
        // The account may move to another user, whose wallet has another key.
        if (account?.type === 'farcaster')
          await setShownKey(tx, appId, { fid: Number(account.subject), publicKey: null });
      },
      settle() {},
    },
  };
}

const toPending = (publicKey: string, approvalUrl: string) =>
  ({ public_key: publicKey, status: 'pending_approval', signer_approval_url: approvalUrl }) as const;

const noAppText = 'Farcaster signers are not set up for this app';
function failWithoutAccount(): never {
  return fail('not_supported', {
    message: 'The user has no Farcaster account',
    details: { reason: 'farcaster_account' },
  });
}

/** Creates a function that returns true for a name at most once per `pollPauseMs`. */
function createPauses(clock: World['clock']): (name: string) => boolean {
  const lastMs = new Map<string, number>();
  return (name) => {
    if (clock.now() - (lastMs.get(name) ?? Number.NEGATIVE_INFINITY) < pollPauseMs) return false;
    for (const [oldest] of lastMs) {
      if (lastMs.size < mostRemembered) break;
      lastMs.delete(oldest);
    }
    lastMs.delete(name);
    lastMs.set(name, clock.now());
    return true;
  };
}
