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

/** What users let an app write to Farcaster by: keys that their wallets hold. */
export interface FarcasterSigners {
  /**
   * Asks Farcaster for the approval of a key, or tells that the chain has it already. Asked again before it is answered, the
   * first request stands.
   *
   * @param wanted.deadlineS until when it may be approved, Unix seconds; a day at most, which is also the default
   * @throws ServiceError `not_supported` for a user without a Farcaster account and for an app without one, `invalid_data`
   *   for a deadline that has passed, `service_unavailable` when chain or Farcaster do not answer
   */
  request(
    app: App,
    session: Session,
    wanted: { publicKey: string; deadlineS: number | null },
  ): Promise<FarcasterSignerInitReply>;
  /** How far a signer of the user is. @throws ServiceError `not_supported`, `not_found`, `service_unavailable` */
  describe(session: Session, publicKey: string): Promise<FarcasterSigner>;
  /** The user's signer, as the chain says it now. @throws ServiceError `service_unavailable` */
  find(session: Session): Promise<FarcasterSignerReply>;
  /** Forgets the signer of an account that leaves its user. */
  readonly watch: AccountWatch;
}

/** How often Farcaster is asked about a request, however often a client asks. */
const pollPauseMs = 3_000;
/** Requests whose last asking is remembered. */
const mostRemembered = 10_000;
const longestMs = 24 * 60 * 60_000;
/** A request that is about to end is of no use to a person. */
const shortestMs = 60_000;

/** A token that was moved to another user or account opens nothing there; the sealing adds the app. */
const aadOf = ({ userId, fid }: SignerKey) => ['farcaster-signer', userId, String(fid)];

/** Makes what keeps the signers of users. */
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

  /** The account that an app asks by: its own, or, in development, the sandbox's. */
  async function findAppAccount(app: App): Promise<AppAccount> {
    const own = app.settings.farcaster_signer;
    const shared = config.sharedFarcasterSigner;
    const key = own && (await appSecrets.find(app.id, 'farcaster-signer'));
    if (own && key) return { fid: own.fid, custodyKey: key as Hex };
    if (!own && shared) return shared;
    world.log.warn({ app: app.id }, 'The app has no Farcaster account of its own, or no key of it');
    return fail('not_supported', { message: noAppText, details: { reason: 'farcaster_app' } });
  }

  /** Notes what became of a signer, on the account too; what is the same already is not written down again. */
  async function note(session: Session, row: SignerRow, status: FarcasterSignerStatus): Promise<void> {
    if (row.status === status) return;
    await database.transaction(async (tx) => {
      if (await setSignerStatus(tx, row, status)) await tell(tx, session, { ...row, status });
    });
  }

  /** What is told of a signer beside its row: its key on the account, and an event. */
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

  /** Where a signer stands. What counts is the chain; Farcaster is asked only whether it is still waited for. */
  async function look(session: Session, row: SignerRow): Promise<FarcasterSignerStatus> {
    const state = await findSignerState(chain, row.fid, row.publicKey);
    const status = state ?? (await judge(row));
    await note(session, row, status);
    return status;
  }

  /** Of a signer that the chain does not know. */
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
        // Another key than the one that the account showed, and not approved yet.
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
        // An account that moves to another user, whose wallet has another key.
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

/** Tells of each name once in a while whether it is its turn. */
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
