import * as v from 'valibot';
import { deviceRoutes } from '../../users/devices.ts';
import { keyMaterialRoute } from '../../users/keyMaterial.ts';
import { feature } from '../feature.ts';
import { deviceListSchema, revokedDeviceSchema } from '../users/devices.ts';
import { keyMaterialBodySchema, keyMaterialSchema } from '../users/keyMaterial.ts';

/** Browsers that hold a wallet. */
export const devices = /* @__PURE__ */ feature(
  'devices',
  { ...deviceRoutes, 'recovery.getKeyMaterial': keyMaterialRoute },
  {
    list: { body: null, reply: deviceListSchema },
    'recovery.getKeyMaterial': { body: keyMaterialBodySchema, reply: keyMaterialSchema },
    revoke: { body: v.object({}), reply: revokedDeviceSchema },
  },
);
