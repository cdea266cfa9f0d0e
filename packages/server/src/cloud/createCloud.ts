import { cloudRoutes } from '@latchkey/wire';
import type { AppSecrets } from '../app-secrets/index.ts';
import type { Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { serveReturn } from '../consent/index.ts';
import { implement } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { World } from '../world.ts';
import { createApple } from './apple.ts';
import { cloudAddresses } from './clouds.ts';
import { createCloudConsent } from './consent.ts';
import { createGoogle } from './google.ts';
import type { Cloud } from './index.ts';

export function createCloud(
  world: World,
  deps: {
    appSecrets: Pick<AppSecrets, 'find'>;
    apps: Apps;
    challenges: Pick<Challenges, 'tickets'>;
    sessions: Pick<Sessions, 'authenticate'>;
  },
): Cloud {
  const { appSecrets, apps, challenges, sessions } = deps;
  const { google, apple: appleAddresses } = cloudAddresses(world.config);
  const apple = createApple(world);
  const { tickets } = challenges;
  const consent = createCloudConsent(world, { apps, tickets, google: createGoogle(world, appSecrets) });

  return {
    routes: [
      implement(cloudRoutes.start, async ({ app, body, caller }) => {
        const session = await sessions.authenticate(app, caller.bearer);
        return { url: await consent.start(app, session, body, caller.origin) };
      }),
      implement(cloudRoutes.startICloud, async ({ app, caller }) => {
        await sessions.authenticate(app, caller.bearer);
        const url = await apple.getSignInUrl(app);
        return { url, message_origin: appleAddresses.messageOrigin };
      }),
      implement(cloudRoutes.finish, async ({ app, body, caller }) => {
        const session = await sessions.authenticate(app, caller.bearer);
        return { access_token: await consent.finish(app, session, body) };
      }),
      implement(cloudRoutes.getICloudConfig, async ({ app, caller }) => {
        await sessions.authenticate(app, caller.bearer);
        return apple.getContainer(app);
      }),
    ],

    pages: (request) => serveReturn(consent.pages, request),

    async open(app, session, body) {
      if (body.method === 'google-drive') {
        const access_token = await consent.redeem(app, session, body.access_token);
        return { method: body.method, url: google.api, access_token };
      }
      const container = apple.getContainer(app);
      return {
        method: body.method,
        url: `${apple.databaseUrl(container)}/private`,
        api_token: container.api_token,
      };
    },
  };
}
