/**
 * The testkit: the real service in process on a throw-away database, with a clock that tests move and an outbox in
 * place of a mail server. Only tests import it.
 */
export { type MovableClock, movableClock } from './movableClock.ts';
export { createOutbox, type Outbox } from './outbox.ts';
export { openTestDatabase, type TestDatabase } from './testDatabase.ts';
export {
  type CallInput,
  type CallResult,
  createTestService,
  type TestService,
  type TestServiceOptions,
  testConfig,
} from './testService.ts';
