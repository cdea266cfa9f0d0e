import {
  type AppConfig,
  doctorFindings,
  frameContextRoute,
  fromReply,
  getAppRoute,
  pathOf,
} from '@latchkey/wire';
import { checkAppsFile } from '../apps/index.ts';
import { checkConfig } from '../config.ts';
import { readBuiltFrame } from '../frame-pages/index.ts';
import { type Check, error, type Outcome, type Surroundings, sharedError } from './check.ts';
import { type CheckedApp, listApps } from './operatorApi.ts';
import { get, unanswered } from './publicAddress.ts';

/** Origin that no app allows. */
const strangerOrigin = 'https://stranger.invalid';

export const appId: Check = {
  id: 'app-id',
  needsService: true,
  async run(surroundings) {
    const app = await chooseApp(surroundings);
    if (app === null) return unknown;
    const { id } = app;
    const response = await get(surroundings, pathOf(getAppRoute.path, { id }));
    if (response === null) return unanswered;
    if (response.status !== 404) return [];
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
    // As the wallet frame asks if it may run. The service answers with its address if another one is called.
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

export const cors: Check = {
  id: 'cors',
  needsService: true,
  run: withApp(async (surroundings, { id, origin }) => {
    const path = pathOf(getAppRoute.path, { id });
    const allowed = await get(surroundings, path, { headers: { origin, 'privy-app-id': id } });
    const refused = await get(surroundings, path, {
      headers: { origin: strangerOrigin, 'privy-app-id': id },
    });
    if (allowed === null || refused === null) return unanswered;
    const given = allowed.headers.get('access-control-allow-origin');
    if (given === null) {
      return [
        error(
          `A page of ${origin} may not call the service. Let the proxy pass the header Origin and the service's own CORS headers.`,
        ),
      ];
    }
    if (given.includes(',')) {
      return [
        error(
          'Access-Control-Allow-Origin is sent twice, so browsers refuse every answer. Remove the CORS headers that the proxy adds.',
        ),
      ];
    }
    const problems =
      given === origin
        ? []
        : [
            error(
              `Access-Control-Allow-Origin is ${given} instead of ${origin}. Remove the CORS headers that the proxy adds.`,
            ),
          ];
    const isOpen = refused.headers.get('access-control-allow-credentials') === 'true';
    return isOpen
      ? [
          ...problems,
          error(
            'Pages that no app allows may call the service with cookies. Remove the CORS headers that the proxy adds.',
          ),
        ]
      : problems;
  }),
};

export const frameHeaders: Check = {
  id: 'frame-headers',
  needsService: true,
  run: withApp(async (surroundings, { id, origin }) => {
    const response = await get(surroundings, `/apps/${id}/embedded-wallets`);
    if (response === null) return unanswered;
    if (response.status !== 200)
      return [
        error(
          `The wallet frame of ${id} answers ${response.status}. Let the proxy pass all paths to the service.`,
        ),
      ];
    const policy = response.headers.get('content-security-policy') ?? '';
    const blocking = response.headers.get('x-frame-options');
    const ancestors = /frame-ancestors ([^;]*)/.exec(policy)?.[1] ?? '';
    return [
      ...(blocking === null
        ? []
        : [
            error(
              `The proxy adds X-Frame-Options: ${blocking}, so browsers do not show the wallet. Remove it for the service.`,
            ),
          ]),
      ...(ancestors.split(' ').includes(origin)
        ? []
        : [
            error(
              `The wallet frame's policy does not let ${origin} show it. Let the proxy pass Content-Security-Policy unchanged.`,
            ),
          ]),
      ...(/(^|; )script-src 'self'(;|$)/.test(policy) && !policy.includes('unsafe-')
        ? []
        : [
            error(
              'The wallet frame comes with another policy than the service sends, and may let other scripts run. Let the proxy pass Content-Security-Policy unchanged.',
            ),
          ]),
    ];
  }),
};

export const frameHash: Check = {
  id: 'frame-hash',
  needsService: true,
  async run(surroundings) {
    const response = await get(surroundings, '/.well-known/latchkey-frame.json');
    if (response === null) return unanswered;
    const [served, { manifest }] = await Promise.all([response.text(), readBuiltFrame()]);
    if (response.status === 200 && sameJson(served, manifest)) return [];
    return [
      error(
        "The list of the frame's files is not that of the installed release. Restart the service after an upgrade, and let nothing between it and its users change pages. `latchkey verify-frame` lists each difference.",
      ),
    ];
  },
};

const unknown = { skipped: 'no app is known that allows an origin; name one with --app' };

/**
 * Chooses the app of `--app`, or the first that allows an origin, from the operator's API and the apps file. Null if
 * there is none.
 */
async function chooseApp(surroundings: Surroundings): Promise<{ id: string; origin: string | null } | null> {
  const { appId: named } = surroundings;
  const apps = [...((await listApps(surroundings)) ?? []), ...appsOfFile(surroundings)];
  const usable = apps.flatMap(({ allowed_origins = [], disabled, id }) => {
    const origin = allowed_origins.find((one) => !one.includes('*'));
    return origin === undefined || disabled === true ? [] : [{ id, origin }];
  });
  if (named === null) return usable[0] ?? null;
  return usable.find(({ id }) => id === named) ?? { id: named, origin: null };
}

/** Creates the `run` of a check that needs an app with an origin. */
function withApp(
  run: (surroundings: Surroundings, app: { id: string; origin: string }) => Promise<Outcome>,
): Check['run'] {
  return async (surroundings) => {
    const app = await chooseApp(surroundings);
    if (app === null) return unknown;
    const { id, origin } = app;
    if (origin === null) return { skipped: `${id} is not known, or allows no origin` };
    return run(surroundings, { id, origin });
  };
}

function appsOfFile({ env }: Surroundings): CheckedApp[] {
  const { appsFile: path, ...kind } = checkConfig(env);
  return checkAppsFile({ path, ...kind }).apps.flatMap(({ id, allowed_origins = [], disabled }) =>
    id === undefined ? [] : [{ id, allowed_origins, disabled }],
  );
}

function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}
