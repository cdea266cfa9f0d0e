import { getAppRoute, pathOf } from '@latchkey/wire';
import { readBuiltFrame } from '../frame-pages/index.ts';
import { type Check, error } from './check.ts';
import { withApp } from './chooseApp.ts';
import { get, unanswered } from './publicAddress.ts';

/** Origin that no app allows. */
const strangerOrigin = 'https://stranger.invalid';

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

function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}
