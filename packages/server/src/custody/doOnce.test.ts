import { createTestService, createWalletOwner, type TestService } from '@latchkey/testkit';
import { ServiceError } from '@latchkey/wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkUnlessDone, doOnce } from './doOnce.ts';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

test('a custody request whose copy is done during its check gets the reply of the copy, not a refusal', async () => {
  const { user } = await createWalletOwner(service, 'ada@example.com');
  const caller = { app: service.app, session: { userId: user.userId }, bodyHash: 'one' };
  const { db } = service.database;
  const refuse = () => Promise.reject(new ServiceError('recovery_changed'));
  expect(await checkUnlessDone(db, caller, 'request', async () => undefined)).toBeNull();
  await expect(checkUnlessDone(db, caller, 'request', refuse)).rejects.toMatchObject({
    code: 'recovery_changed',
  });
  async function doAndRefuse() {
    await doOnce(service, caller, 'request', async () => ({ recovery_version: 2 }));
    await refuse();
  }
  expect(await checkUnlessDone(db, caller, 'request', doAndRefuse)).toEqual({ recovery_version: 2 });
  expect(await checkUnlessDone(db, caller, 'request', refuse)).toEqual({ recovery_version: 2 });
  const other = { ...caller, bodyHash: 'two' };
  await expect(checkUnlessDone(db, other, 'request', refuse)).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  });
});
