import { createClient } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { createModalController } from './modalController.ts';

const options = { apiUrl: 'https://auth.tidewater.example', appId: 'latchkey-demo-app-0000001' };

it('opens nothing when it is closed while the code of the modal is fetched, and says how the visit ended', async () => {
  // There is no document here: a modal that opened would fail by that.
  const modal = createModalController(createClient(options));
  const login = modal.open('login', undefined);
  const signing = modal.open('sign', { kind: 'message', message: 'Hello' } as never);
  modal.close();
  await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' });
  await expect(signing).rejects.toMatchObject({ code: 'user_rejected_request' });
  expect(modal.isOpen()).toBe(false);
});

it('does at once what the service lets pass, and fetches the modal where it wants a recent login', async () => {
  const modal = createModalController(createClient(options));
  await expect(modal.confirmed(async () => 'done')).resolves.toBe('done');
  const refusals = {
    notFound: new ServiceError('not_found'),
    tooOld: new ServiceError('recent_login_required'),
  };
  await expect(modal.confirmed(() => Promise.reject(refusals.notFound))).rejects.toBe(refusals.notFound);
  const confirming = modal.confirmed(() => Promise.reject(refusals.tooOld)).catch((error: unknown) => error);
  // The refusal is heard and the modal under way; closed now, it ends as a visit does that someone left.
  await Promise.resolve();
  await Promise.resolve();
  modal.close();
  const end = await confirming;
  expect(end).toMatchObject({ code: 'recent_login_required' });
  expect(end).not.toBe(refusals.tooOld);
});
