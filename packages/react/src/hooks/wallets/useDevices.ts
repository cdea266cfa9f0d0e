import { type Device, listDevices, revokeDevice } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { useListOfUser } from './useListOfUser.ts';

export interface UseDevices {
  /** The one that was used last first; null until they are known, and while no user is signed in. */
  devices: readonly Device[] | null;
  /** Why they are not known, or null. */
  error: ServiceError | null;
  /** Asks for the list again; a failure stands in `error`. */
  refresh(): Promise<void>;
  /**
   * Takes its part from a browser and logs it out; a user who revokes the browser at hand is logged out here. A person who
   * logged in long ago confirms in the modal first.
   *
   * Fails with `device_not_found`, and with `recent_login_required` where the person did not confirm or the host shows no
   * modal.
   */
  revoke(device: Pick<Device, 'id'>): Promise<void>;
}

/**
 * The browsers that hold a part of the user's keys, and the way to take it from one that was lost or sold.
 *
 * @example
 * ```tsx
 * const { devices, revoke } = useDevices();
 * return devices?.map((device) => (
 *   <li key={device.id}>
 *     {device.browser ?? 'Unknown browser'} <button onClick={() => revoke(device)}>Remove</button>
 *   </li>
 * ));
 * ```
 */
export function useDevices(): UseDevices {
  const result = useBindingResult();
  const { items, error, refresh } = useListOfUser(listDevices);
  const revoke = useStable(async (device: Pick<Device, 'id'>) => {
    const { client, modal } = bindingOf(result);
    await modal.confirmed(() => revokeDevice(client, device));
    if (client.getState().authenticated) await refresh();
  });
  return { devices: items, error, refresh, revoke };
}
