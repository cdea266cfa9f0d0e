import { readMigrationStatus } from '../db/index.ts';
import { isStartError } from '../startError.ts';
import { type Check, error, type Finding, type Outcome, type Surroundings, warning } from './check.ts';
import { readDatabaseClock, readServerFacts, type ServerFacts } from './store.ts';

/** Lowest `server_version_num` that the service supports. */
const lowestVersion = 150_000;
/** Differences between clocks, in ms: one that deserves a warning, and one with which codes and tokens fail. */
const clockWarningMs = 2_000;
const clockErrorMs = 30_000;

export const databaseConnection: Check = {
  id: 'database-connection',
  async run(surroundings) {
    if (!surroundings.settings.hasDatabase) return noDatabase;
    try {
      await surroundings.withDatabase((database) => database.ping());
      return [];
    } catch (thrown) {
      return [error(explain(thrown))];
    }
  },
};

/**
 * Returns what is wrong with the version of a server.
 *
 * @internal
 */
export const judgeVersion = ({ version, versionText }: ServerFacts): Finding[] =>
  version >= lowestVersion ? [] : [error(`PostgreSQL is version ${versionText}. Use version 15 or newer.`)];

/** Returns a finding if the user may not migrate the database. */
const judgeRights = ({ mayCreate, user }: ServerFacts): Finding[] =>
  mayCreate
    ? []
    : [
        error(
          `The user ${user} may not create tables, as pending migrations do. Make it the owner of the database: alter database … owner to ${user};`,
        ),
      ];

/**
 * Returns what is wrong with the settings of a server.
 *
 * @internal
 */
export function judgeSettings(facts: ServerFacts): Finding[] {
  const { encoding, fsync, fullPageWrites, synchronousCommit } = facts;
  const problems: Finding[] = [];
  if (encoding !== 'UTF8') {
    problems.push(error(`The database's encoding is ${encoding}. Create one with encoding UTF8.`));
  }
  if (fsync !== 'on' || fullPageWrites !== 'on') {
    problems.push(
      error('fsync or full_page_writes is off: a power failure can destroy the database. Turn both on.'),
    );
  }
  if (synchronousCommit === 'off') {
    problems.push(
      warning(
        'synchronous_commit is off: after a crash, sessions and wallets of the last moment are gone, although users saw them. Turn it on.',
      ),
    );
  }
  return problems;
}

/**
 * Returns a finding if a server has too few connections left for the service.
 *
 * @internal
 */
export function judgePool(facts: ServerFacts, connections: number): Finding[] {
  const { maxConnections, otherConnections, reservedConnections } = facts;
  const free = maxConnections - reservedConnections - otherConnections;
  if (connections <= free) return [];
  return [
    warning(
      `The service may open ${connections} connections, but PostgreSQL has ${free} left of ${maxConnections}. Raise max_connections, or lower LATCHKEY_DATABASE_CONNECTIONS (docs/scaling.md, Pool). If the service is running, its own connections are among those in use.`,
    ),
  ];
}

export const databaseVersion: Check = {
  id: 'database-version',
  run: onServer(judgeVersion),
};

export const databaseRights: Check = {
  id: 'database-rights',
  run: onServer(async (facts, { withDatabase }) => {
    const { pending } = await withDatabase((database) => readMigrationStatus(database));
    return pending.length === 0 ? [] : judgeRights(facts);
  }),
};

export const databaseSettings: Check = {
  id: 'database-settings',
  run: onServer(judgeSettings),
};

export const databasePool: Check = {
  id: 'database-pool',
  run: onServer((facts, { settings: { connections } }) => judgePool(facts, connections)),
};

export const migrations: Check = {
  id: 'migrations',
  run: onDatabase(async (surroundings) => {
    const { pending } = await surroundings.withDatabase((database) => readMigrationStatus(database));
    if (pending.length === 0) return [];
    return [
      warning(
        `${pending.length} migrations are pending, from ${pending[0]?.name}. The service applies them at its start; \`latchkey migrate\` does it before.`,
      ),
    ];
  }),
};

export const clock: Check = {
  id: 'clock',
  run: onDatabase(async ({ now, withDatabase }) => {
    const { at, before, after } = await withDatabase(async (database) => {
      await database.ping();
      const begun = now();
      const read = await readDatabaseClock(database);
      return { at: read, before: begun, after: now() };
    });
    // The database's clock was read at some moment between `before` and `after`.
    const differenceMs = at < before ? before - at : Math.max(0, at - after);
    if (differenceMs < clockWarningMs) return [];
    const text = `The clocks of this machine and of the database differ by ${Math.round(differenceMs / 1_000)} s. Synchronise both with NTP: codes and tokens end too early or too late.`;
    return [differenceMs < clockErrorMs ? warning(text) : error(text)];
  }),
};

const noDatabase = { skipped: 'there is no embedded database yet; `latchkey start` makes one' };

function onDatabase(run: (surroundings: Surroundings) => Promise<Outcome>): Check['run'] {
  return async (surroundings) => {
    if (!surroundings.settings.hasDatabase) return noDatabase;
    try {
      return await run(surroundings);
    } catch (thrown) {
      // A database of a newer version, or a changed migration, is a finding here. `database-connection` reports a
      // database that does not answer.
      if (isStartError(thrown) && /migration/.test(thrown.message)) return [error(thrown.message)];
      return { skipped: 'the database does not answer' };
    }
  };
}

/** Creates the `run` of a check of a PostgreSQL server. */
export function onServer(
  find: (facts: ServerFacts, surroundings: Surroundings) => Outcome | Promise<Outcome>,
): Check['run'] {
  return onDatabase(async (surroundings) => {
    if (!surroundings.settings.isPostgres) return { skipped: 'the database is embedded' };
    return find(await surroundings.withDatabase(readServerFacts), surroundings);
  });
}

const explain = (thrown: unknown): string =>
  thrown instanceof Error && isStartError(thrown)
    ? thrown.message
    : 'The database does not answer as expected. Check LATCHKEY_DATABASE_URL and the rights of its user.';
