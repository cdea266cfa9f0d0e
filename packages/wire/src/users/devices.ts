import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';
import { keyMaterialBodySchema, keyMaterialRoute, keyMaterialSchema } from './keyMaterial.ts';

const wireDeviceSchema = () =>
  v.object({
    /** The id of the part that it enrolled first. */
    id: v.string(),
    /** Time of that enrolment, Unix seconds. */
    created_at: v.number(),
    /** Day on which it last opened a wallet, Unix seconds. */
    last_used_at: v.number(),
    /** The browser that it was when it enrolled, such as `Chrome`; null if its request named none that is known. */
    browser: v.nullable(v.string()),
    /** The same of its system, such as `macOS`. */
    os: v.nullable(v.string()),
    /** True for the browser of this session. */
    is_current: v.boolean(),
  });
/** A browser that holds a part of the user's keys, as the wire carries it. */
export type WireDevice = OutputOf<typeof wireDeviceSchema>;

export const deviceListSchema = () =>
  v.object({
    /** The one that was used last first. */
    devices: v.array(wireDeviceSchema()),
  });
export type DeviceList = OutputOf<typeof deviceListSchema>;

export const revokedDeviceSchema = () =>
  v.object({
    /** True if the session that made the request ended with the browser. */
    session_ended: v.boolean(),
  });
export type RevokedDevice = OutputOf<typeof revokedDeviceSchema>;

/** A browser that holds a part of the user's keys. */
export interface Device {
  readonly id: string;
  readonly createdAt: Date;
  /** When it last opened a wallet, to the day. */
  readonly lastUsedAt: Date;
  /** What the browser said it was when it enrolled, such as `Chrome`; null where that is not known. */
  readonly browser: string | null;
  /** The same of its system, such as `macOS`. */
  readonly os: string | null;
  /** Whether it is the browser of this session. */
  readonly isCurrent: boolean;
}

/** Reads a device as the wire carries it. */
export function deviceFromWire(device: WireDevice): Device {
  return {
    id: device.id,
    createdAt: new Date(device.created_at * 1000),
    lastUsedAt: new Date(device.last_used_at * 1000),
    browser: device.browser,
    os: device.os,
    isCurrent: device.is_current,
  };
}

/** What signed-in users ask about the browsers that hold parts of their keys (docs/custody.md). */
export const deviceRoutes = {
  list: /* @__PURE__ */ route<undefined, DeviceList>({
    name: 'devices.list',
    method: 'GET',
    path: '/api/v1/users/me/devices',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
    summary: "The browsers that hold a part of the user's keys.",
  }),
  revoke: /* @__PURE__ */ route<Record<string, never>, RevokedDevice>({
    name: 'devices.revoke',
    method: 'POST',
    path: '/api/v1/users/me/devices/{device_id}/revoke',
    auth: 'user',
    retry: 'never',
    codes: [
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'account_on_hold',
      'recent_login_required',
      'device_not_found',
    ],
    summary: "Takes the service's part from a browser, and ends every session that used it.",
  }),
} as const;

/** Browsers that hold a wallet. */
export const devicesFeature = () =>
  feature(
    'devices',
    { ...deviceRoutes, 'recovery.getKeyMaterial': keyMaterialRoute },
    {
      list: { body: null, reply: deviceListSchema() },
      'recovery.getKeyMaterial': { body: keyMaterialBodySchema(), reply: keyMaterialSchema() },
      revoke: { body: v.object({}), reply: revokedDeviceSchema() },
    },
  );
