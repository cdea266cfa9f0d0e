import { deviceRoutes, keyMaterialRoute, recoveryPasskeyRoutes } from '@latchkey/wire';
import { type Implementation, implement } from '../http/index.ts';
import type { CustodyDeps } from './deps.ts';
import { listDevices } from './devices/listDevices.ts';
import { revokeDevice } from './devices/revokeDevice.ts';
import { listRecoveryPasskeys } from './passkeys/listRecoveryPasskeys.ts';
import { removeRecoveryPasskey } from './passkeys/removePasskey.ts';
import { getKeyMaterial } from './recovering/getKeyMaterial.ts';

/**
 * Implements the routes with which signed-in users manage devices and recovery. Any page of the app can call them, so
 * no reply contains a part.
 */
export function userImplementations(custody: CustodyDeps): Implementation[] {
  const { sessions } = custody;
  return [
    implement(deviceRoutes.list, async ({ app, caller }) =>
      listDevices(custody, await sessions.authenticate(app, caller.bearer)),
    ),
    implement(deviceRoutes.revoke, async ({ app, caller, params }) => {
      const session = await sessions.authenticate(app, caller.bearer);
      return revokeDevice(custody, { app, session }, params.device_id ?? '');
    }),
    implement(keyMaterialRoute, async ({ app, caller, body, params }) => {
      const session = await sessions.authenticate(app, caller.bearer);
      return getKeyMaterial(custody, session, params.address ?? '', body);
    }),
    implement(recoveryPasskeyRoutes.list, async ({ app, caller }) =>
      listRecoveryPasskeys(custody, await sessions.authenticate(app, caller.bearer)),
    ),
    implement(recoveryPasskeyRoutes.remove, async ({ app, caller, params }) => {
      const session = await sessions.authenticate(app, caller.bearer);
      return removeRecoveryPasskey(custody, { app, session }, params.passkey_id ?? '');
    }),
  ];
}
