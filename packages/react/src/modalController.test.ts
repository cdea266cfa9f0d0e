import { createClient } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { createModalController } from './modalController.ts';

const options = { apiUrl: 'https://auth.tidewater.example', appId: 'latchkey-demo-app-0000001' };

it('the modal does not open if it is closed while its code loads: the login and the signature reject with their exit codes', async () => {
  // There is no document here, so a modal that opened would fail.
  const modal = createModalController(createClient(options));
  const login = modal.open('login', undefined);
  const signing = modal.open('sign', { kind: 'message', message: 'Hello' } as never);
  modal.close();
  await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' });
  await expect(signing).rejects.toMatchObject({ code: 'user_rejected_request' });
  expect(modal.isOpen()).toBe(false);
});

it('an operation returns at once if the service accepts it; the modal confirms the login only if the service requires a recent one', async () => {
  const modal = createModalController(createClient(options));
  await expect(modal.confirmed(async () => 'done')).resolves.toBe('done');
  const refusals = {
    notFound: new ServiceError('not_found'),
    tooOld: new ServiceError('recent_login_required'),
  };
  await expect(modal.confirmed(() => Promise.reject(refusals.notFound))).rejects.toBe(refusals.notFound);
  const confirming = modal.confirmed(() => Promise.reject(refusals.tooOld)).catch((error: unknown) => error);
  // By now the refusal has arrived and the modal is loading. Closing it ends the visit as if the user had left.
  await Promise.resolve();
  await Promise.resolve();
  modal.close();
  const end = await confirming;
  expect(end).toMatchObject({ code: 'recent_login_required' });
  expect(end).not.toBe(refusals.tooOld);
});
