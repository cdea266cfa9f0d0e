import { embeddedWalletClient, fail } from '@latchkey/wire';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { auditInsert } from '../audit/index.ts';
import { type Database, type Db, type Given, prepare } from '../db/index.ts';
import type { UserKey } from '../userKey.ts';
import { countUsers } from './countStore.ts';
import type { AccountKey, NewAccount } from './index.ts';
import { linkedAccounts, users } from './table.ts';
import type { StoredUser } from './wireUser.ts';

/**
 * An SQL expression that gives a user with accounts, oldest first, as JSON ({@link StoredUser}), or null. Other rooms
 * put it into statements of their own, so that a refresh stays one round trip.
 *
 * @param of the ids of app and user: parameters, or columns of the statement's rows
 * @param proved an account that the same statement touches ({@link touchAccountSql}), and when: a statement does
 *   not see what it changes itself
 */
export function userJson(of: Given<UserKey>, proved?: Given<ProvedAccount>): SQL {
  const latest = proved
    ? sql`case when a.type = ${proved.type} and a.subject = ${proved.subject} then ${proved.atMs}
        else a.latest_verified_at_ms end`
    : sql`a.latest_verified_at_ms`;
  return sql`(
    select json_build_object(
      'id', u.user_id,
      'createdAtMs', u.created_at_ms,
      'hasAcceptedTerms', u.terms is not null,
      'customMetadata', u.custom_metadata,
      'mfaMethods', u.mfa_methods,
      'accounts', coalesce((
        select json_agg(
          json_build_object(
            'type', a.type,
            'details', a.details,
            'firstVerifiedAtMs', a.first_verified_at_ms,
            'latestVerifiedAtMs', ${latest}
          ) order by a.first_verified_at_ms, a.type, a.subject)
        from linked_accounts a
        where a.app_id = u.app_id and a.user_id = u.user_id
      ), '[]'::json)
    )
    from users u
    where u.app_id = ${of.appId} and u.user_id = ${of.userId}
  )`;
}

/** The ids in the rows of a table, or of a CTE that has them: for {@link userJson}. */
export const idsIn = (rows: string): Given<UserKey> => ({
  appId: sql.raw(`${rows}.app_id`),
  userId: sql.raw(`${rows}.user_id`),
});

/** An account that was just proved. */
interface ProvedAccount {
  type: string;
  subject: string;
  atMs: number;
}

/**
 * An SQL statement, for a CTE of another room's statement, that notes when an account was last proved. An embedded wallet is
 * none (EMBW-07): a login reaches it. It ends with its condition: `returning` may follow, or a further one.
 */
export function touchAccountSql({
  appId,
  type,
  subject,
  atMs,
}: Given<ProvedAccount & { appId: string }>): SQL {
  return sql`update linked_accounts set latest_verified_at_ms = ${atMs}
    where app_id = ${appId} and type = ${type} and subject = ${subject}
      and details ->> 'wallet_client_type' is distinct from ${sql.raw(`'${embeddedWalletClient}'`)}`;
}

/** A user with a first account, as the statement takes it; objects as JSON. */
interface NewUserRow extends UserKey, AccountKey {
  details: string;
  credential: string | null;
  event: string;
  slot: number;
  nowMs: number;
}

/** The queries of the users room. */
export function createUserStore(database: Database) {
  const { db } = database;
  const find = prepare<{ user: StoredUser | null }, UserKey>(
    database,
    'users_find',
    (given) => sql`select ${userJson(given)} as "user"`,
  );

  const findOwner = database.statement<{ user_id: string }>(
    'users_find_owner',
    'select user_id from linked_accounts where app_id = $1 and type = $2 and subject = $3',
  );

  const isEmbedded = database.statement<{ is_embedded: boolean }>(
    'users_is_embedded_wallet',
    `select details ->> 'wallet_client_type' is not distinct from '${embeddedWalletClient}' as is_embedded
     from linked_accounts where app_id = $1 and type = $2 and subject = $3`,
  );

  // One statement, so that user, account and event appear together or, when the account exists, not at all.
  const create = prepare<{ user_id: string }, NewUserRow>(
    database,
    'users_create',
    (given) => sql`with account as (
       insert into linked_accounts
         (app_id, type, subject, user_id, details, credential, first_verified_at_ms, latest_verified_at_ms)
       values (${given.appId}, ${given.type}, ${given.subject}, ${given.userId}, ${given.details}::jsonb,
         ${given.credential}::jsonb, ${given.nowMs}, ${given.nowMs})
       on conflict (app_id, type, subject) do nothing
       returning app_id, user_id
     ), audited as (
       ${auditInsert(given.event, sql`from account`)}
     ), counted as (
       ${countUsers(given.slot, sql`account`)}
     )
     insert into users (app_id, user_id, created_at_ms)
     select app_id, user_id, ${given.nowMs} from account
     returning user_id`,
  );

  return {
    async find(user: UserKey): Promise<StoredUser | null> {
      const [row] = await find(user);
      return row?.user ?? null;
    },

    async raiseCustodyEpoch(tx: Db, epoch: UserKey & { sessionId: string; atMs: number }): Promise<void> {
      const { appId, userId, sessionId, atMs } = epoch;
      await tx
        .update(users)
        .set({ custodyEpochMs: atMs, custodyEpochSessionId: sessionId })
        .where(and(eq(users.appId, appId), eq(users.userId, userId)));
    },

    /** Tells whether someone has an account. */
    async isAccount(tx: Db, appId: string, key: AccountKey): Promise<boolean> {
      return (await tx.select(ownerColumn).from(linkedAccounts).where(isKey(appId, key))).length > 0;
    },

    /** Tells whether a user has an account. */
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
        /** What `audit.entry` gave. */
        event: string;
        /** Where the user is counted, below `countSlots`. */
        slot: number;
        nowMs: number;
      },
    ): Promise<boolean> {
      const { appId, userId, account, event, slot, nowMs } = input;
      const details = JSON.stringify(account.details);
      const credential = account.credential ? JSON.stringify(account.credential) : null;
      const { type, subject } = account;
      const rows = await create({ appId, userId, type, subject, details, credential, event, slot, nowMs });
      return rows.length > 0;
    },

    /**
     * Adds a user with a first account, inside the caller's transaction.
     * @throws ServiceError `linked_to_another_user` when the account exists
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

/** Adds an account to a user. False when someone of the app has it already. */
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
