import {
  appExtraRoutes,
  type CheckedProof,
  type ConnectedApp,
  crossAppRoutes,
  fail,
  type OAuthStartBody,
  type TokenReply,
} from '@latchkey/wire';
import type { Proof } from '../admission/index.ts';
import type { App } from '../apps/index.ts';
import type { Feature } from '../feature.ts';
import { implement } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { UserKey } from '../userKey.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';

/** What the cross-app room asks. */
interface CrossAppRooms {
  readonly sessions: Pick<Sessions, 'authenticate'>;
  readonly users: Pick<Users, 'findWireUser'>;
}

/** What came back from a provider. */
type Finish = Omit<Extract<CheckedProof, { method: 'cross-app' }>, 'method'>;

/** Who it was that came back. */
export interface CrossAppProved {
  readonly proof: Proof;
  /** The provider token, always given: it is ours, whatever the app's `oauth_tokens` say. */
  readonly tokens: NonNullable<TokenReply['oauth_tokens']>;
  /** Who was signed in when it began, if anyone was. */
  readonly userId: string | null;
}

/** What other rooms ask about other apps. */
export interface CrossApp {
  /**
   * Begins a login or a link by another app: the address of the hosted page.
   * @throws ServiceError `not_supported` for a provider that is none for this app
   */
  start(
    app: App,
    body: OAuthStartBody,
    by: { readonly userId: string | null; readonly origin: string | null },
  ): Promise<string>;
  /**
   * Takes what came back, once.
   * @throws ServiceError `invalid_credentials`, `oauth_user_denied`, `not_supported`
   */
  prove(app: App, finish: Finish): Promise<CrossAppProved>;
  /** Ends the connection behind an account that its user takes away. */
  endOf(app: App, subject: string): Promise<void>;
  /** The apps that may use a user's wallets, the newest first. */
  listOfUser(user: UserKey): Promise<ConnectedApp[]>;
}

const refuse = (): never => fail('not_supported', { message: 'Invalid connected app' });

/** Makes the cross-app room. Until it is built, no app is connected to another. */
export function createCrossApp({ config }: World, { sessions, users }: CrossAppRooms): Feature & CrossApp {
  return {
    routes: [
      implement(appExtraRoutes.crossAppConnections, async ({ app, params }) => {
        if (params.id !== app.id) fail('app_not_found');
        return { connections: [] };
      }),
      implement(appExtraRoutes.crossAppDetails, async ({ app, params }) => {
        if (params.id !== app.id) fail('app_not_found');
        const { icon_url, name } = app.settings;
        return {
          ...{ name, icon_url, custom_api_url: config.url },
          custom_connect_url: `${config.url}/cross-app/connect`,
          custom_transact_url: `${config.url}/cross-app/transact`,
        };
      }),
      implement(crossAppRoutes.take, async () => fail('not_found')),
      implement(crossAppRoutes.open, async ({ app, caller }) => {
        await sessions.authenticate(app, caller.bearer);
        return fail('not_found');
      }),
      implement(crossAppRoutes.answer, async () => fail('not_found')),
      implement(crossAppRoutes.listOwn, async ({ app, caller }) => {
        await sessions.authenticate(app, caller.bearer);
        return { connected_apps: [] };
      }),
      implement(crossAppRoutes.endOwn, async ({ app, caller }) => {
        await sessions.authenticate(app, caller.bearer);
        return fail('not_found');
      }),
      implement(crossAppRoutes.list, async () => ({ connections: [], next_after: null })),
      implement(crossAppRoutes.end, async () => fail('not_found')),
      implement(crossAppRoutes.listOfUser, async ({ app, params }) => {
        await checkUser(app, params.user_id);
        return { connected_apps: [] };
      }),
      implement(crossAppRoutes.endOfUser, async ({ app, params }) => {
        await checkUser(app, params.user_id);
        return fail('not_found');
      }),
    ],
    start: async () => refuse(),
    prove: async () => refuse(),
    endOf: async () => undefined,
    listOfUser: async () => [],
  };

  async function checkUser(app: App, userId = ''): Promise<void> {
    if (!(await users.findWireUser({ appId: app.id, userId })))
      fail('user_does_not_exist', { message: 'There is no such user' });
  }
}
