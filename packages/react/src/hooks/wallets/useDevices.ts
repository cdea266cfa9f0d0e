import { type Device, listDevices, revokeDevice } from '@latchkey/core';
import type { ServiceError } from '@latchkey/wire';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { useStable } from '../useStable.ts';
import { useListOfUser } from './useListOfUser.ts';

export interface UseDevices {
  /**
   * Devices, most recently used first. Null until they are loaded, if the last load failed, and while no user is
   * signed in.
   */
  devices: readonly Device[] | null;
  /** Error of the last load, or null. */
  error: ServiceError | null;
  /** Reloads the list. A failure is set as `error`. */
  refresh(): Promise<void>;
  /**
   * Revokes a browser's key share and logs that browser out. Revoking the current browser logs the user out here. If
   * the login is too old, the user confirms it in the modal first.
   *
   * Fails with `device_not_found`, with `recent_login_required` if the user did not confirm or the host shows no modal,
   * or with the error that the modal showed last.
   */
  revoke(device: Pick<Device, 'id'>): Promise<void>;
}

/**
 * Lists the browsers that hold a key share of the user, and revokes a browser's share, for example after a device was
 * lost or sold.
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
