import type { Device } from '@latchkey/core/startup';
import { isCode, type ServiceError } from '@latchkey/wire';
import { useEffect, useState } from 'react';
import { bindingOf, useBindingResult } from '../../binding.ts';
import { loadLogin } from '../methods/loadLogin.ts';
import { useClientState } from '../useClientState.ts';
import { useStable } from '../useStable.ts';

export interface UseDevices {
  /** The one that was used last first; null until they are known, and while nobody is signed in. */
  devices: readonly Device[] | null;
  /** Why they are not known, or null. */
  error: ServiceError | null;
  /** Asks for the list again; a failure stands in `error`. */
  refresh(): Promise<void>;
  /**
   * Takes its part from a browser and logs it out; whoever revokes the browser at hand is logged out here. A person who
   * logged in long ago confirms in the modal first.
   *
   * Fails with `device_not_found`, and with `recent_login_required` where the person did not confirm or the host shows no
   * modal.
   */
  revoke(device: Pick<Device, 'id'>): Promise<void>;
}

interface Known {
  readonly userId: string | null;
  readonly devices: readonly Device[] | null;
  readonly error: ServiceError | null;
}
const unknown: Known = { userId: null, devices: null, error: null };

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
  const userId = useClientState().user?.id ?? null;
  const [known, setKnown] = useState(unknown);

  const refresh = useStable(async () => {
    const { client } = bindingOf(result);
    const keep = (found: Pick<Known, 'devices' | 'error'>) => {
      // What comes late for one user must not show to the next.
      if (client.getState().user?.id === userId) setKnown({ userId, ...found });
    };
    try {
      const { listDevices } = await loadLogin();
      keep({ devices: await listDevices(client), error: null });
    } catch (error) {
      if (!isCode(error)) throw error;
      keep({ devices: null, error });
    }
  });
  const revoke = useStable(async (device: Pick<Device, 'id'>) => {
    await bindingOf(result).door.revokeDevice(device);
    if (bindingOf(result).client.getState().authenticated) await refresh();
  });
  useEffect(() => {
    if (userId !== null) void refresh();
  }, [userId, refresh]);

  const { devices, error } = known.userId === userId ? known : unknown;
  return { devices, error, refresh, revoke };
}
