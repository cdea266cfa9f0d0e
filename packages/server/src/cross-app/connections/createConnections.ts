import { type ConnectedApp, type CrossAppScope, fail, limits } from '@latchkey/wire';
import type { Audit, AuditEvent } from '../../audit/index.ts';
import { randomId } from '../../crypto/index.ts';
import { countAlone, type Db, isDangling } from '../../db/index.ts';
import type { Session } from '../../sessions/index.ts';
import type { UserKey } from '../../userKey.ts';
import type { World } from '../../world.ts';
import { type RequesterKey, type Requesters, requesterOf } from '../requesters.ts';
import type { Subjects } from '../subject.ts';
import {
  addConnection,
  type ConnectionKey,
  countConnections,
  deleteConnection,
  deleteLateConnections,
  findConnection,
  findConnectionOf,
  findLeastUsed,
  listConnections,
  listConnectionsOfApp,
  listConnectionsOfSubject,
  noteConnectionUse,
  renewConnection,
} from './store.ts';
import type { ConnectionRow } from './table.ts';

export type Author = Pick<AuditEvent, 'actor' | 'sessionId'>;

export interface ConnectionMails {
  owe(
    tx: Db,
    owner: UserKey & { readonly sessionId: string },
    notice: { readonly kind: 'cross_app.connected'; readonly subject: string },
  ): Promise<void>;
  settle(owner: UserKey & { readonly sessionId: string }): void;
}

export const scopeOf = ({ readOnly }: Pick<ConnectionRow, 'readOnly'>): CrossAppScope =>
  readOnly ? 'read' : 'transact';

const idLength = 24;

export function createConnectionReader({ clock, database }: Pick<World, 'clock' | 'database'>) {
  const isLiving = (row: ConnectionRow | null): row is ConnectionRow =>
    row !== null && row.expiresAtMs > clock.now();
  return {
    isLiving,
    async find(key: ConnectionKey): Promise<ConnectionRow | null> {
      const row = await findConnection(database.db, key);
      return isLiving(row) ? row : null;
    },
  };
}

export function createConnections(
  world: Pick<World, 'clock' | 'database' | 'random'>,
  deps: {
    readonly audit: Pick<Audit, 'record'>;
    readonly notices: ConnectionMails;
    readonly requesters: Requesters;
    readonly subjectOf: Subjects;
  },
) {
  const { clock, database, random } = world;
  const { audit, notices, requesters, subjectOf } = deps;
  const { find, isLiving } = createConnectionReader(world);

  /** Records an event without origin, address or request, because the log outlives data that users may delete. */
  async function record(
    tx: Db,
    row: ConnectionRow,
    kind: Extract<AuditEvent['kind'], `cross_app.${string}`>,
    { actor, reason, sessionId }: Author & { readonly reason?: string },
  ): Promise<void> {
    await audit.record(tx, row.appId, {
      kind,
      userId: row.userId,
      actor,
      subject: row.connectionId,
      ...(sessionId === undefined ? {} : { sessionId }),
      details: {
        requester: row.requesterAppId ?? 'origin',
        scope: scopeOf(row),
        ...(reason === undefined ? {} : { reason }),
      },
    });
  }

  /** Ends the connections that were used longest ago, until one more does not exceed the limit. */
  async function endOldest(tx: Db, user: UserKey, held: number): Promise<void> {
    for (let over = held - limits.crossAppConnections; over >= 0; over -= 1) {
      const oldest = await findLeastUsed(tx, user);
      if (!oldest) return;
      await deleteConnection(tx, oldest);
      await record(tx, oldest, 'cross_app.ended', { actor: { type: 'system' }, reason: 'too_many' });
    }
  }

  function toRow(user: UserKey, requester: RequesterKey, scope: CrossAppScope): ConnectionRow {
    const nowMs = clock.now();
    return {
      appId: user.appId,
      connectionId: randomId(random).slice(0, idLength),
      userId: user.userId,
      requesterAppId: requester.type === 'app' ? requester.id : null,
      requesterOrigin: requester.type === 'origin' ? requester.id : null,
      subject: subjectOf(user, requester),
      readOnly: scope === 'read',
      createdAtMs: nowMs,
      agreedAtMs: nowMs,
      usedAtMs: null,
      expiresAtMs: nowMs + limits.crossAppConnectionMs,
    };
  }

  async function toWire(row: ConnectionRow): Promise<ConnectedApp> {
    return {
      id: row.connectionId,
      requester: await requesters.describe(requesterOf(row)),
      read_only: row.readOnly,
      created_at: row.createdAtMs,
      used_at: row.usedAtMs,
      expires_at: row.expiresAtMs,
    };
  }

  return {
    find,

    async findOf(user: UserKey, requester: RequesterKey): Promise<ConnectionRow | null> {
      const row = await findConnectionOf(database.db, user, requester);
      return isLiving(row) ? row : null;
    },

    /**
     * Records the user's consent. Renews the live connection and keeps its id, or creates one.
     * @throws ServiceError `missing_or_invalid_token` if the user was deleted in the meantime
     */
    async agree(session: Session, requester: RequesterKey, scope: CrossAppScope): Promise<ConnectionRow> {
      const { appId, sessionId, userId } = session;
      const by = { actor: { type: 'user', id: userId }, sessionId } as const;
      const agreed = toRow(session, requester, scope);
      let isTold = false;
      const row = await database
        .transaction(async (tx) => {
          const held = await countAlone(tx, ['connections', appId, userId], () =>
            countConnections(tx, session),
          );
          const before = await findConnectionOf(tx, session, requester);
          if (isLiving(before)) {
            const renewed = { ...before, ...renewalOf(agreed) };
            await renewConnection(tx, renewed);
            const isWider = before.readOnly && !agreed.readOnly;
            isTold = isWider;
            await record(tx, renewed, isWider ? 'cross_app.connected' : 'cross_app.renewed', by);
            if (isWider) await owe(tx, session, renewed);
            return renewed;
          }
          // Gives the connection a new id, because tokens and keys of the expired one name the old id.
          if (before) await deleteConnection(tx, before);
          else await endOldest(tx, session, held);
          await addConnection(tx, agreed);
          isTold = !agreed.readOnly;
          await record(tx, agreed, 'cross_app.connected', by);
          if (isTold) await owe(tx, session, agreed);
          return agreed;
        })
        .catch((error: unknown) => {
          if (isDangling(error)) fail('missing_or_invalid_token');
          throw error;
        });
      if (isTold) notices.settle(session);
      return row;
    },

    /**
     * Ends a connection.
     * @param userId the user who must own it, if given
     * @returns true if the connection existed
     */
    async end(
      key: ConnectionKey,
      by: Author & { readonly reason?: string },
      userId?: string,
    ): Promise<boolean> {
      return database.transaction(async (tx) => {
        const ended = await deleteConnection(tx, key, userId);
        if (ended) await record(tx, ended, 'cross_app.ended', by);
        return ended !== null;
      });
    },

    /** Ends the connections behind an account that a requester's user unlinked. */
    async endOfSubject(
      of: Pick<ConnectionRow, 'appId' | 'subject'>,
      requesterAppId: string,
      by: Author & { readonly reason?: string },
    ): Promise<void> {
      await database.transaction(async (tx) => {
        for (const row of await listConnectionsOfSubject(tx, of, requesterAppId)) {
          if (await deleteConnection(tx, row)) await record(tx, row, 'cross_app.ended', by);
        }
      });
    },

    /** Records that a requester sent a request and that the user saw it. */
    async noteUse(row: ConnectionRow, { sessionId, userId }: Session): Promise<void> {
      await database.transaction(async (tx) => {
        await noteConnectionUse(tx, row, clock.now());
        await record(tx, row, 'cross_app.requested', { actor: { type: 'user', id: userId }, sessionId });
      });
    },

    async noteRefusal(row: ConnectionRow, { sessionId, userId }: Session, reason: string): Promise<void> {
      const by = { actor: { type: 'user', id: userId }, sessionId, reason } as const;
      await database.transaction((tx) => record(tx, row, 'cross_app.refused', by));
    },

    async listOfUser(user: UserKey): Promise<ConnectedApp[]> {
      const page = { limit: limits.crossAppConnections, nowMs: clock.now() };
      return Promise.all((await listConnections(database.db, user, page)).map(toWire));
    },

    async listOfApp(
      appId: string,
      page: { after: string; limit: number; requester?: string | undefined; userId?: string | undefined },
    ): Promise<(ConnectedApp & { user_id: string })[]> {
      const rows = await listConnectionsOfApp(database.db, appId, { ...page, nowMs: clock.now() });
      return Promise.all(rows.map(async (row) => ({ ...(await toWire(row)), user_id: row.userId })));
    },

    sweep: () => deleteLateConnections(database.acrossApps, clock.now()),
  };

  async function owe(tx: Db, session: Session, { connectionId }: ConnectionRow): Promise<void> {
    await notices.owe(tx, session, { kind: 'cross_app.connected', subject: connectionId });
  }
}

export type Connections = ReturnType<typeof createConnections>;

const renewalOf = ({ agreedAtMs, expiresAtMs, readOnly }: ConnectionRow) => ({
  agreedAtMs,
  expiresAtMs,
  readOnly,
});
