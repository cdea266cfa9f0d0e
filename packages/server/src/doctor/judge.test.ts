import { expect, test } from 'vitest';
import { judgeNode } from './configuration.ts';
import { judgePool, judgeSettings, judgeVersion } from './database.ts';
import { judgeCertificate } from './publicAddress.ts';
import { judgeReplication } from './replication.ts';
import type { ServerFacts } from './store.ts';

const sound: ServerFacts = {
  version: 170_002,
  versionText: '17.2',
  user: 'latchkey',
  mayCreate: true,
  encoding: 'UTF8',
  isStandby: false,
  isReadOnly: false,
  standbys: [],
  synchronousNames: '',
  fsync: 'on',
  fullPageWrites: 'on',
  synchronousCommit: 'on',
  maxConnections: 100,
  otherConnections: 10,
  reservedConnections: 3,
};
const textsOf = (problems: readonly { severity: string; text: string }[]) =>
  problems.map(({ severity, text }) => `${severity}: ${text}`).join('\n');

test('a version of Node.js without security fixes is reported', () => {
  expect(judgeNode('22.12.0')).toEqual([]);
  expect(textsOf(judgeNode('20.20.2'))).toContain('warning: Node.js 20.20.2 is end-of-life');
});

test('a sound PostgreSQL has no finding', () => {
  const found = [judgeVersion(sound), judgeSettings(sound), judgePool(sound, 10)];
  expect(found.flat()).toEqual([]);
});

test('an old PostgreSQL, another encoding and settings that lose data are reported', () => {
  expect(textsOf(judgeVersion({ ...sound, version: 140_010, versionText: '14.10' }))).toContain(
    'error: PostgreSQL is version 14.10',
  );
  expect(textsOf(judgeSettings({ ...sound, encoding: 'SQL_ASCII' }))).toContain(
    "error: The database's encoding is SQL_ASCII",
  );
  expect(textsOf(judgeSettings({ ...sound, fsync: 'off' }))).toContain(
    'error: fsync or full_page_writes is off',
  );
  expect(textsOf(judgeSettings({ ...sound, fullPageWrites: 'off' }))).toContain(
    'error: fsync or full_page_writes is off',
  );
  expect(textsOf(judgeSettings({ ...sound, synchronousCommit: 'off' }))).toContain(
    'warning: synchronous_commit is off',
  );
});

const judge = (changes: Partial<ServerFacts>) => {
  const outcome = judgeReplication({ ...sound, ...changes });
  return 'skipped' in outcome ? `skipped: ${outcome.skipped}` : textsOf(outcome);
};
const standby = { name: 'second', isSynchronous: true, lagBytes: 0 };
const followed = { standbys: [standby], synchronousNames: 'second' };

test('a database without standbys, and one that waits for a standby, have no finding about replication', () => {
  expect(judge({})).toBe('');
  expect(judge(followed)).toBe('');
});

test('a database that takes no writes is reported', () => {
  expect(judge({ isStandby: true })).toMatch(/^error: The database is a standby/);
  expect(judge({ isReadOnly: true })).toMatch(/^error: default_transaction_read_only is on/);
});

test('a database that waits for a standby that is not there, and one that waits for none, are reported', () => {
  const asynchronous = { ...standby, isSynchronous: false };
  expect(judge({ synchronousNames: 'second' })).toMatch(/^error: No standby/);
  expect(judge({ ...followed, standbys: [asynchronous] })).toMatch(/^error: No standby/);
  expect(judge({ standbys: [asynchronous] })).toMatch(/^warning: The database does not wait/);
  expect(judge({ ...followed, synchronousCommit: 'local' })).toMatch(/^warning: The database does not wait/);
});

test('a standby that is more than 64 MB behind is reported by its name', () => {
  const behind = (lagBytes: number) => judge({ ...followed, standbys: [{ ...standby, lagBytes }] });
  expect(behind(64 * 2 ** 20)).toBe('');
  expect(behind(100 * 2 ** 20)).toMatch(/^warning: The standby second is 100 MB behind/);
});

test('standbys that the database user may not see are not examined', () => {
  const hidden = { ...standby, isSynchronous: null };
  expect(judge({ ...followed, standbys: [hidden] })).toContain('skipped: the user of LATCHKEY_DATABASE_URL');
});

test('a pool that is larger than what PostgreSQL has left is reported', () => {
  expect(judgePool(sound, 87)).toEqual([]);
  expect(textsOf(judgePool(sound, 88))).toContain('88 connections, but PostgreSQL has 87 left of 100');
});

test('a certificate that is refused or ends soon is reported with what to do', () => {
  const [address, day] = ['https://auth.example.com', 86_400_000];
  const judge = (refusal: string | null, days = 90, life = 90) =>
    textsOf(judgeCertificate(address, { refusal, beginsMs: (days - life) * day, endsMs: days * day }, 0));
  expect(judge(null)).toBe('');
  expect(judge(null, 13)).toContain('warning: The certificate of https://auth.example.com ends in 13 days');
  // A certificate of six days is renewed when two are left.
  expect(judge(null, 2, 6)).toBe('');
  expect(judge(null, 0.9, 6)).toContain('ends in 0 days');
  expect(judge('CERT_HAS_EXPIRED')).toContain('has expired. Renew it.');
  expect(judge('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toContain('fullchain.pem');
  expect(judge('ERR_TLS_CERT_ALTNAME_INVALID')).toContain('is for another host');
  expect(judge('CERT_REVOKED')).toContain('is refused (CERT_REVOKED)');
});
