/**
 * The testkit: the real service in process on a temporary database, with a movable clock and an outbox in place of mail
 * server and SMS provider, and other parts of tests, such as chains and clients.
 */

export {
  type Authenticator,
  type CeremonyFlaws,
  createAuthenticator,
  type KeptPasskey,
} from './authenticator/createAuthenticator.ts';
export {
  type Contract,
  contractAt,
  deploy,
  deployAt,
  type FaultyNode,
  gasPriceOracle,
  type NodeFault,
  type NodeRequest,
  setLayer1Fee,
  startChain,
  startFaultyNode,
  type TestChain,
  type TestChainOptions,
  type WriteOptions,
} from './chain/index.ts';
export {
  type BrowserPage,
  type BrowserProfile,
  createBrowserProfile,
  createTestClient,
  type FrameScript,
  type MovableTimers,
  movableTimers,
  type TestClient,
  type TestClientOptions,
} from './client/index.ts';
export { cloudsOf } from './cloudsOf.ts';
export { toAddPasskey, toAddWallet, toEnrolDevice, toSetRecovery } from './custody/changes.ts';
export { makeAutomaticSet, makePasswordSet } from './custody/recoverySets.ts';
export {
  type CallFlaws,
  type CustodyClient,
  type CustodyService,
  createCustodyClient,
  createWalletOwner,
  enterCustody,
  makeWallet,
  randomId,
  signChange,
  signClaim,
} from './custodyClient.ts';
export { attackListener, faultsOf, rawCases } from './fuzz/attackListener.ts';
export { type Chance, createChance } from './fuzz/chance.ts';
export { hostileBody, hostileOf, hostileValue, type JsonSchema, type Own } from './fuzz/hostileJson.ts';
export { rawCorpus } from './fuzz/rawBytes.ts';
export { later } from './later.ts';
export { claimsOf, confirm, logIn } from './logIn.ts';
export { seedDataFolder } from './migratedSnapshot.ts';
export { type MovableClock, movableClock } from './movableClock.ts';
export { onOneShard } from './oneShard/onOneShard.ts';
export { createOutbox, type Outbox } from './outbox.ts';
export {
  createPhone,
  type Grant,
  type Phone,
  type PhoneOptions,
  type PhoneProposal,
  type PhoneRequest,
} from './phone/createPhone.ts';
export { freePort } from './ports/freePort.ts';
export { findPgBouncer, findPostgres } from './postgres/findPrograms.ts';
export { keepsPrepared, type PgBouncer, startPgBouncer } from './postgres/pgBouncer.ts';
export {
  citusUrl,
  type PostgresServer,
  postgresUrl,
  providePostgres,
  startPostgres,
} from './postgres/postgresServer.ts';
export { endWithin, type Scope } from './processes/scopes.ts';
export { type StartOptions, startProcess } from './processes/startProcess.ts';
export { temporaryFolder } from './processes/temporaryFolder.ts';
export { type ServerProcess, startServerProcess } from './serverProcess.ts';
export { type Issuer, startIssuer } from './startIssuer.ts';
export {
  createSchema,
  type DatabaseKind,
  databaseKind,
  openBareDatabase,
  openTestDatabase,
  type TestDatabase,
} from './testDatabase.ts';
export {
  type CallInput,
  type CallResult,
  createTestService,
  type TestService,
  type TestServiceOptions,
  testAppSecret,
  testConfig,
  testKeks,
} from './testService.ts';
