import { fail, requesterRoutes, toPlainLine } from '@latchkey/wire';
import type { Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Feature } from '../feature.ts';
import { type Implementation, implement } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { type ConnectionMails, createConnections } from './connections/createConnections.ts';
import { operatorImplementations } from './connections/operatorRoutes.ts';
import { personImplementations } from './connections/personRoutes.ts';
import type { CrossApp } from './index.ts';
import { createLogin } from './login.ts';
import { createRequesters, iconOf } from './requesters.ts';
import { createHostedRequests } from './requests/createHostedRequests.ts';
import { hostedImplementations } from './requests/hostedRoutes.ts';
import { createRedirects } from './requests/redirects.ts';
import { createSealedKeys } from './requests/sealed.ts';
import { createSubjects } from './subject.ts';
import { createTokens } from './token.ts';

interface CrossAppDeps {
  readonly apps: Pick<Apps, 'find' | 'isOriginAllowed' | 'isSeen' | 'listProvidersOf'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly challenges: Pick<Challenges, 'tickets' | 'usedIds'>;
  readonly notices: ConnectionMails;
  readonly sessions: Pick<Sessions, 'authenticate' | 'end' | 'find'>;
  readonly users: Pick<Users, 'findWireUser'>;
}

export function createCrossApp(world: World, deps: CrossAppDeps): Feature & CrossApp {
  const { apps, challenges, users } = deps;
  const { tickets } = challenges;
  const requesters = createRequesters(world, deps);
  const tokens = createTokens(world);
  const connections = createConnections(world, {
    audit: deps.audit,
    notices: deps.notices,
    requesters,
    subjectOf: createSubjects(world),
  });
  const redirects = createRedirects(world, { apps, requesters, tickets, tokens });
  const { addressOf } = redirects;
  const login = createLogin(world, { ...deps, addressOf, connections, requesters, tokens });
  const hostedRequests = createHostedRequests(world, {
    challenges,
    comeBack: login.comeBack,
    connections,
    requesters,
    users,
    sealedKeys: createSealedKeys(world),
  });

  return {
    routes: [
      ...appImplementations(world, deps),
      ...hostedImplementations(world, { ...deps, hostedRequests }),
      ...personImplementations(world, { ...deps, connections }),
      ...operatorImplementations({ ...deps, connections }),
    ],
    pages: redirects.serve,
    sweep: connections.sweep,

    start: login.start,
    prove: login.prove,
    endOf: (app, { providerAppId: appId, subject }) =>
      connections.endOfSubject({ appId, subject }, app.id, { actor: { type: 'system' }, reason: 'unlinked' }),
    listOfUser: connections.listOfUser,
  };
}

function appImplementations(
  { config }: Pick<World, 'config'>,
  { apps }: Pick<CrossAppDeps, 'apps'>,
): Implementation[] {
  return [
    implement(requesterRoutes.crossAppConnections, async ({ app, params }) => {
      if (params.id !== app.id) fail('app_not_found');
      const { hostedUrl } = config;
      if (hostedUrl === null) return { connections: [] };
      const found = await Promise.all(
        (await apps.listProvidersOf(app.id)).map(async ({ isReadOnly, providerAppId }) => {
          const provider = await apps.find(providerAppId);
          return !provider || provider.disabled ? [] : [{ isReadOnly, provider }];
        }),
      );
      return {
        connections: found.flat().map(({ isReadOnly, provider }) => ({
          provider_app_id: provider.id,
          provider_app_name: toPlainLine(provider.settings.name),
          provider_app_icon_url: iconOf(provider),
          // Requesters build addresses from this value without a check for null.
          provider_app_custom_api_url: config.url,
          read_only: isReadOnly,
          hosted_url: hostedUrl,
        })),
      };
    }),

    implement(requesterRoutes.crossAppDetails, async ({ app, params }) => {
      if (params.id !== app.id) fail('app_not_found');
      return {
        name: toPlainLine(app.settings.name),
        icon_url: iconOf(app),
        custom_api_url: config.url,
        custom_connect_url: `${config.url}/cross-app/connect`,
        custom_transact_url: `${config.url}/cross-app/transact`,
      };
    }),
  ];
}
