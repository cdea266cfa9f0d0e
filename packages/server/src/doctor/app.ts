import {
  type AppConfig,
  doctorFindings,
  type ErrorCode,
  frameContextRoute,
  fromReply,
  getAppRoute,
  pathOf,
} from '@latchkey/wire';
import { type Check, sharedError } from './check.ts';
import { chooseApp, noApp, withApp } from './chooseApp.ts';
import { get, unanswered } from './publicAddress.ts';

/** Answers for an app that is not there, and for an id that no app can have. */
const unknownApp: readonly ErrorCode[] = ['app_not_found', 'not_found'];

export const appId: Check = {
  id: 'app-id',
  needsService: true,
  async run(surroundings) {
    const app = await chooseApp(surroundings);
    if (app === null) return noApp;
    const { id } = app;
    const response = await get(surroundings, pathOf(getAppRoute.path, { id }));
    if (response === null) return unanswered;
    const reply: unknown = response.status === 404 ? await response.json().catch(() => null) : null;
    // Another program's page of this status is a finding of `service-address`.
    if (reply === null || !unknownApp.includes(fromReply(response.status, reply).code)) return [];
    const { url } = surroundings.settings;
    return [sharedError(doctorFindings['app-id']({ appId: id, url }))];
  },
};

export const allowedOrigin: Check = {
  id: 'allowed-origin',
  needsService: true,
  run: withApp(async (surroundings, { id, origin }) => {
    const response = await get(surroundings, pathOf(getAppRoute.path, { id }), { headers: { origin } });
    if (response === null) return unanswered;
    const served = (await response.json().catch(() => null)) as AppConfig | null;
    if (served?.origin_allowed !== false) return [];
    const managedBy = served.managed_by ?? 'api';
    return [sharedError(doctorFindings['allowed-origin']({ appId: id, managedBy, origin }))];
  }),
};

export const ownAddress: Check = {
  id: 'own-address',
  needsService: true,
  run: withApp(async (surroundings, { id, origin }) => {
    const { url } = surroundings.settings;
    // Sends the request with which the wallet frame asks if it may run. If this address is not the service's own, the
    // answer is an error that contains the service's own address.
    const response = await get(surroundings, frameContextRoute.path, {
      method: frameContextRoute.method,
      headers: {
        origin: url,
        'sec-fetch-site': 'same-origin',
        'privy-app-id': id,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ app_id: id, parent_origin: origin, ancestor_origins: [origin] }),
    });
    if (response === null) return unanswered;
    if (response.ok) return [];
    const { code, details } = fromReply(response.status, await response.json().catch(() => null));
    if (code !== 'wrong_service_address') return [];
    return [sharedError(doctorFindings['own-address']({ own: String(details?.expected), url }))];
  }),
};
