import * as v from 'valibot';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { OutputOf } from '../schema.ts';
import { keyMaterialBodySchema, keyMaterialRoute, keyMaterialSchema } from './keyMaterial.ts';

const wireDeviceSchema = () =>
  v.object({
    /** Id of the part that the browser enrolled first. */
    id: v.string(),
    /** Time of that enrolment, Unix seconds. */
    created_at: v.number(),
    /** Time at which the browser last opened a wallet, to within a day; Unix seconds. */
    last_used_at: v.number(),
    /** Browser at the latest enrolment, such as `Chrome`; null if the request named no known one. */
    browser: v.nullable(v.string()),
    /** Operating system at that time, such as `macOS`. */
    os: v.nullable(v.string()),
    /** True for a browser that the current session uses. */
    is_current: v.boolean(),
  });
/** Browser that holds a part of the user's keys, as the wire carries it. */
export type WireDevice = OutputOf<typeof wireDeviceSchema>;

export const deviceListSchema = () =>
  v.object({
    /** Most recently used first. */
    devices: v.array(wireDeviceSchema()),
  });
export type DeviceList = OutputOf<typeof deviceListSchema>;

export const revokedDeviceSchema = () =>
  v.object({
    /** True if the session that made the request ended with the browser. */
    session_ended: v.boolean(),
  });
export type RevokedDevice = OutputOf<typeof revokedDeviceSchema>;

/** Browser that holds a part of the user's keys. */
export interface Device {
  readonly id: string;
  readonly createdAt: Date;
  /** Time at which the browser last opened a wallet, to within a day. */
  readonly lastUsedAt: Date;
  /** Browser at the latest enrolment, such as `Chrome`; null if it is not known. */
  readonly browser: string | null;
  /** Operating system at the latest enrolment, such as `macOS`. */
  readonly os: string | null;
  /** True for a browser that the current session uses. */
  readonly isCurrent: boolean;
}

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

/** Routes of signed-in users for the browsers that hold parts of their keys (docs/custody.md). */
export const deviceRoutes = {
  list: /* @__PURE__ */ route<undefined, DeviceList>({
    name: 'devices.list',
    method: 'GET',
    path: '/api/v1/users/me/devices',
    auth: 'user',
    retry: 'safe',
    codes: ['missing_or_invalid_token', 'missing_or_invalid_mfa'],
    summary: "Lists the browsers that hold a part of the user's keys.",
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
    summary: "Removes the service's part for a browser, and ends every session that used the browser.",
  }),
} as const;

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
