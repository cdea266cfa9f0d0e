import { embeddedWalletClient, fail } from '@latchkey/wire';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, type Db, type Given, prepare } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import type { AccountKey, NewAccount } from './index.ts';
import { linkedAccounts, users } from './table.ts';
import type { StoredUser } from './wireUser.ts';

/**
 * Returns an SQL expression for a user with accounts, oldest first, as JSON ({@link StoredUser}), or null, for
 * statements of this and other modules. The database function `user_json` (migration 0032) returns the same.
 *
 * @param of the ids of app and user. The app must be a parameter, because the node of an app is chosen by it if the
 *   tables are spread; the user may be any expression.
 */
export function userJson(of: Given<UserKey>): SQL {
  return sql`(
    select json_build_object(
      'id', u.user_id,
      'createdAtMs', u.created_at_ms,
      'hasAcceptedTerms', u.terms is not null,
      'customMetadata', u.custom_metadata,
      'mfaMethods', u.mfa_methods,
      'accounts', array_to_json(array(
        select json_build_object(
          'type', a.type,
          'details', a.details,
          'firstVerifiedAtMs', a.first_verified_at_ms,
          'latestVerifiedAtMs', a.latest_verified_at_ms
        )
        from linked_accounts a
        where a.app_id = ${of.appId} and a.user_id = u.user_id
        order by a.first_verified_at_ms, a.type, a.subject
      ))
    )
    from users u
    where u.app_id = ${of.appId} and u.user_id = ${of.userId}
  )`;
}

export function prepareFindUser(database: Database): (user: UserKey) => Promise<StoredUser | null> {
  const find = prepare<{ user: StoredUser | null }, UserKey>(
    database,
    'users_find',
    (given) => sql`select ${userJson(given)} as "user"`,
  );
  return async ({ appId, userId }) => (await find({ appId, userId }))[0]?.user ?? null;
}

/**
 * Records when an account was last proved, in the caller's transaction. Skips embedded wallets, because they are not
 * a way to log in (EMBW-07).
 */
export async function touchAccount(tx: Db, appId: string, key: AccountKey, nowMs: number): Promise<void> {
  const isEmbedded = sql`${linkedAccounts.details} ->> 'wallet_client_type' is not distinct from ${embeddedWalletClient}`;
  await tx
    .update(linkedAccounts)
    .set({ latestVerifiedAtMs: nowMs })
    .where(and(isKey(appId, key), sql`not (${isEmbedded})`));
}

interface NewUserRow extends UserKey, AccountKey {
  details: string;
  credential: string | null;
  event: string;
  slot: number;
  nowMs: number;
}

export function createUserStore(database: Database) {
  const { db } = database;
  const find = prepareFindUser(database);

  const findOwner = database.statement<{ user_id: string }>(
    'users_find_owner',
    'select user_id from linked_accounts where app_id = $1 and type = $2 and subject = $3',
  );

  const isEmbedded = database.statement<{ is_embedded: boolean }>(
    'users_is_embedded_wallet',
    `select details ->> 'wallet_client_type' is not distinct from '${embeddedWalletClient}' as is_embedded
     from linked_accounts where app_id = $1 and type = $2 and subject = $3`,
  );

  // A function of the database, so user, account, event and count are written together, in one round trip.
  const create = prepare<{ is_created: boolean }, NewUserRow>(
    database,
    'users_create',
    (given) => sql`select create_user(${given.appId}, ${given.type}, ${given.subject}, ${given.userId},
      ${given.details}, ${given.credential}, ${given.nowMs}, ${given.slot}, ${given.event}) as is_created`,
  );

  return {
    find,

    async raiseCustodyEpoch(tx: Db, epoch: UserKey & { sessionId: string; atMs: number }): Promise<void> {
      const { appId, userId, sessionId, atMs } = epoch;
      await tx
        .update(users)
        .set({ custodyEpochMs: atMs, custodyEpochSessionId: sessionId })
        .where(and(eq(users.appId, appId), eq(users.userId, userId)));
    },

    async isAccount(tx: Db, appId: string, key: AccountKey): Promise<boolean> {
      return (await tx.select(ownerColumn).from(linkedAccounts).where(isKey(appId, key))).length > 0;
    },

    async hasAccount({ appId, userId }: UserKey, key: AccountKey): Promise<boolean> {
      const owners = await db.select(ownerColumn).from(linkedAccounts).where(isKey(appId, key));
      return owners[0]?.userId === userId;
    },

    async findOwner(appId: string, { type, subject }: AccountKey): Promise<string | null> {
      const [row] = await findOwner([appId, type, subject]);
      return row?.user_id ?? null;
    },

    async isEmbeddedWallet(appId: string, { type, subject }: AccountKey): Promise<boolean> {
      return (await isEmbedded([appId, type, subject]))[0]?.is_embedded ?? false;
    },

    async create(
      input: UserKey & {
        account: NewAccount;
        /** Result of `audit.entry`. */
        event: string;
        /** Row in which the user is counted; less than `countSlots`. */
        slot: number;
        nowMs: number;
      },
    ): Promise<boolean> {
      const { appId, userId, account, event, slot, nowMs } = input;
      const details = JSON.stringify(account.details);
      const credential = account.credential ? JSON.stringify(account.credential) : null;
      const { type, subject } = account;
      const [row] = await create({ appId, userId, type, subject, details, credential, event, slot, nowMs });
      return row?.is_created === true;
    },

    /**
     * Adds a user with a first account, in the caller's transaction.
     *
     * @throws ServiceError `linked_to_another_user` if the account exists
     */
    async createIn(tx: Db, input: UserKey & { account: NewAccount; nowMs: number }): Promise<void> {
      const { appId, userId, account, nowMs } = input;
      await tx.execute(
        sql`insert into users (app_id, user_id, created_at_ms) values (${appId}, ${userId}, ${nowMs})`,
      );
      if (!(await addAccount(tx, { appId, userId }, account, nowMs))) fail('linked_to_another_user');
    },

    addAccount,
  };
}

const ownerColumn = { userId: linkedAccounts.userId };

const isKey = (appId: string, { type, subject }: AccountKey) =>
  and(eq(linkedAccounts.appId, appId), eq(linkedAccounts.type, type), eq(linkedAccounts.subject, subject));

/** Adds an account to a user. Returns false if a user of the app has it already. */
export async function addAccount(
  db: Db,
  { appId, userId }: UserKey,
  account: NewAccount,
  nowMs: number,
): Promise<boolean> {
  const added = await db
    .insert(linkedAccounts)
    .values({ appId, userId, ...account, firstVerifiedAtMs: nowMs, latestVerifiedAtMs: nowMs })
    .onConflictDoNothing()
    .returning(ownerColumn);
  return added.length > 0;
}
