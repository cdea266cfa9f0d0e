import { createClient } from '@latchkey/core';
import { ServiceError } from '@latchkey/wire';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { BindingContext } from '../../binding.ts';
import { createModalController, type ModalController } from '../../modalController.ts';
import { type UseMfaEnrollment, useMfaEnrollment } from './useMfaEnrollment.ts';

const client = createClient({
  apiUrl: 'https://auth.tidewater.example',
  appId: 'latchkey-demo-app-0000001',
});

/** Renders a component with the hook, over a modal whose visits end as the test says. */
function openHost() {
  const visits: { leave(): void; fail(): void }[] = [];
  const open = () =>
    new Promise<never>((_, reject) => {
      visits.push({
        leave: () => reject(new ServiceError('exited_update_flow')),
        fail: () => reject(new ServiceError('network_error')),
      });
    });
  const close = vi.fn();
  const modal: ModalController = { ...createModalController(client), open, close };
  let hook: UseMfaEnrollment | undefined;
  function Host() {
    hook = useMfaEnrollment();
    return null;
  }
  renderToString(
    <BindingContext.Provider value={{ binding: { client, modal }, error: null }}>
      <Host />
    </BindingContext.Provider>,
  );
  const { showMfaEnrollmentModal, closeMfaEnrollmentModal } = hook ?? expect.fail();
  return { show: showMfaEnrollmentModal, shut: closeMfaEnrollmentModal, visits, close };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('closeMfaEnrollmentModal() closes the modal until each showMfaEnrollmentModal() has ended, even if a second one failed', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { show, shut, visits, close } = openHost();
  show();
  show();
  visits[1]?.fail();
  await expect.poll(() => errors).toHaveBeenCalledOnce();
  errors.mockRestore();
  shut();
  expect(close).toHaveBeenCalledOnce();
  // The first visit ends in a microtask, after the host has asked for another one.
  visits[0]?.leave();
  show();
  await settled();
  shut();
  expect(close).toHaveBeenCalledTimes(2);
  visits[2]?.leave();
  await settled();
  shut();
  expect(close).toHaveBeenCalledTimes(2);
});
