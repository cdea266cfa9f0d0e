import { type Check, error, type Finding, type Outcome, warning } from './check.ts';
import { onServer } from './database.ts';
import type { ServerFacts } from './store.ts';

/** How far a standby may be behind the primary's log, in bytes: four segments. */
const lagWarningBytes = 64 * 2 ** 20;

/**
 * Returns what is wrong with the replication of a server.
 *
 * @internal
 */
export function judgeReplication(facts: ServerFacts): Outcome {
  const { isReadOnly, isStandby, standbys, synchronousCommit, synchronousNames } = facts;
  if (isStandby) {
    return [
      error('The database is a standby, which takes no writes. Set LATCHKEY_DATABASE_URL to the primary.'),
    ];
  }
  const problems: Finding[] = [];
  if (isReadOnly) {
    problems.push(
      error(
        'default_transaction_read_only is on, so the database takes no writes. Turn it off for the user and the database of LATCHKEY_DATABASE_URL.',
      ),
    );
  }
  const isWaiting = synchronousNames !== '' && !['local', 'off'].includes(synchronousCommit);
  if (isWaiting && standbys.every(({ isSynchronous }) => isSynchronous === false)) {
    problems.push(
      error(
        'No standby that synchronous_standby_names names is connected, so every change waits for one. Start it, or empty the setting.',
      ),
    );
  }
  if (!isWaiting && standbys.length > 0) {
    problems.push(
      warning(
        'The database does not wait for a standby. If one takes over, the last commits are lost, and a lost refresh ends a session. Name it in synchronous_standby_names, and leave synchronous_commit on (docs/scaling.md).',
      ),
    );
  }
  for (const { lagBytes, name } of standbys) {
    if (lagBytes <= lagWarningBytes) continue;
    problems.push(
      warning(
        `The standby ${name} is ${Math.round(lagBytes / 2 ** 20)} MB behind the primary, so a fail-over to it takes long, and loses what it has not received. Check its log, its disk and the network.`,
      ),
    );
  }
  const isHidden = standbys.some(({ isSynchronous }) => isSynchronous === null);
  if (problems.length > 0 || !isHidden) return problems;
  return {
    skipped: 'the user of LATCHKEY_DATABASE_URL may not see the standbys; grant it pg_read_all_stats',
  };
}

export const databaseReplication: Check = {
  id: 'database-replication',
  run: onServer(judgeReplication),
};
