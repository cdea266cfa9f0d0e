import { appIdOfProvider, crossAppProviderOf, fail, limits, type OAuthStartBody } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { type ConsentFinish, challengeOf, createConsent, isChallengeOf } from '../consent/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { UserKey } from '../userKey.ts';
import type { Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { type Connections, scopeOf } from './connections/createConnections.ts';
import type { CrossApp, CrossAppFinish } from './index.ts';
import { toCrossAppProof } from './prove.ts';
import type { Requesters } from './requesters.ts';
import { listEthereumAddresses } from './requests/listEthereumAddresses.ts';
import type { Redirects } from './requests/redirects.ts';
import type { Tokens } from './token.ts';

interface About {
  readonly providerAppId: string;
  /** Id of the user who was signed in at the start, or null. */
  readonly userId: string | null;
}

/** Results of a code, which end if the code is submitted again with its verifier (RFC 9700 §4.5, S34). */
interface Used {
  readonly challenge: string;
  readonly providerAppId: string;
  readonly connectionId: string;
  /** Session that the code began, once it did. */
  readonly session?: { readonly userId: string; readonly sessionId: string };
}

/**
 * Refuses an app that is not a provider for this app. An unknown app gets the same answer, so an attacker cannot find
 * out here which apps exist.
 */
export const notConnected = (): never =>
  fail('not_supported', { message: 'Invalid connected app', details: { reason: 'not_connected' } });

const lateText = 'This login has expired or was already used. Start again.';
/** Path of the hosted page, used in place of a return path. */
const path = '/cross-app/connect';

export function createLogin(
  world: Pick<World, 'clock' | 'config' | 'database' | 'random' | 'secret'>,
  deps: {
    readonly apps: Pick<Apps, 'find' | 'isOriginAllowed'>;
    readonly audit: Pick<Audit, 'record'>;
    readonly challenges: Pick<Challenges, 'tickets'>;
    readonly connections: Connections;
    readonly requesters: Requesters;
    readonly sessions: Pick<Sessions, 'end'>;
    readonly tokens: Tokens;
    readonly users: Pick<Users, 'findWireUser'>;
    readonly addressOf: Redirects['addressOf'];
  },
) {
  const { clock, config, database } = world;
  const { apps, audit, connections, requesters, sessions, tokens, users } = deps;
  const { tickets } = deps.challenges;
  const consent = createConsent<About>(
    world,
    { apps, tickets },
    {
      kind: 'cross-app',
      // The id in the address and the handle in the page are valid one after the other.
      stateLifeMs: limits.crossAppIdMs + limits.crossAppHandleMs,
      codeLifeMs: limits.crossAppCodeMs,
      pathOf: () => path,
      nameOf: ({ providerAppId }) => crossAppProviderOf(providerAppId),
    },
  );

  const usedOf = (app: App, { authorization_code: secret }: ConsentFinish) =>
    ({ appId: app.id, kind: 'cross-app-used', secret }) as const;

  /**
   * Ends the results of a code that is submitted again with the right verifier. The verifier is checked before the
   * record is used up, because an attacker with only the code could otherwise remove it.
   */
  async function revokeUsed(app: App, finish: ConsentFinish): Promise<void> {
    const key = usedOf(app, finish);
    const noted = await tickets.find<Used>(key);
    if (!noted || !isChallengeOf(noted.value.challenge, finish.code_verifier)) return;
    const used = await tickets.consume<Used>(key);
    if (!used) return;
    const { connectionId, providerAppId, session } = used.value;
    const actor = { type: 'system' } as const;
    await connections.end({ appId: providerAppId, connectionId }, { actor, reason: 'code_reused' });
    if (session) await endSession({ appId: app.id, userId: session.userId }, session.sessionId);
  }

  async function endSession(user: UserKey, sessionId: string): Promise<void> {
    await database.transaction(async (tx) => {
      if ((await sessions.end(tx, user, [sessionId])) === 0) return;
      await audit.record(tx, user.appId, {
        kind: 'session.reuse_detected',
        userId: user.userId,
        sessionId,
        actor: { type: 'system' },
      });
    });
  }

  /** Takes the code once, for the page that began. The code is used up before it is checked. */
  async function take(app: App, finish: CrossAppFinish) {
    if (finish.authorization_code === 'error') fail('unknown_auth_error');
    const taken = await consent.take(app, finish);
    if (!taken) {
      await revokeUsed(app, finish);
      return fail('invalid_credentials', { message: lateText });
    }
    // An attacker could pass off one provider's code as another's (mix-up, RFC 9700 §4.4).
    if (crossAppProviderOf(taken.providerAppId) !== finish.provider)
      fail('invalid_credentials', { message: lateText });
    return taken;
  }

  const start: CrossApp['start'] = async (app, body: OAuthStartBody, { origin, userId }) => {
    const provider = await apps.find(appIdOfProvider(body.provider) ?? '');
    const requester = { type: 'app', id: app.id } as const;
    const scope = provider && (await requesters.findScope(provider, requester));
    if (!provider || !scope || config.hostedUrl === null) return notConnected();
    const about = { providerAppId: provider.id, userId };
    const { state } = await consent.begin(app, body, about, { origin });
    const page = new URL(body.redirect_to).origin;
    const arrival = { kind: 'connect', by: 'redirect', requester, page, state } as const;
    return deps.addressOf(config.hostedUrl, provider.id, arrival);
  };

  const prove: CrossApp['prove'] = async (app, finish) => {
    const { providerAppId, code: connectionId, userId } = await take(app, finish);
    const row = await connections.find({ appId: providerAppId, connectionId });
    const provider = await apps.find(providerAppId);
    const listed = provider && (await requesters.findScope(provider, { type: 'app', id: app.id }));
    if (!row || !listed || row.requesterAppId !== app.id) return notConnected();
    const used: Used = { challenge: challengeOf(finish.code_verifier), providerAppId, connectionId };
    const key = usedOf(app, finish);
    await tickets.issue({ ...key, lifeMs: limits.crossAppHandleMs, value: used });
    const nowMs = clock.now();
    const scope = listed === 'read' ? 'read' : scopeOf(row);
    const [iat, exp] = [Math.floor(nowMs / 1000), Math.floor(row.expiresAtMs / 1000)];
    return {
      proof: toCrossAppProof(row, await listEthereumAddresses(users, row), nowMs),
      tokens: {
        provider: finish.provider,
        access_token: tokens.issue({ azp: app.id, aid: providerAppId, sub: connectionId, scope, iat, exp }),
        access_token_expires_in_seconds: exp - iat,
        scopes: [scope],
      },
      userId,
      noteSession: (session) => tickets.replace(key, { ...used, session } satisfies Used),
    };
  };

  return {
    start,
    prove,
    /**
     * Returns the address that leads back to the page that began, with the user's answer. Returns null if the login
     * has expired or the address is not allowed any more.
     */
    comeBack: (state: string, answer: { readonly connectionId: string } | 'denied') =>
      consent.comeBack(
        path,
        new URLSearchParams(
          answer === 'denied' ? { state, error: 'access_denied' } : { state, code: answer.connectionId },
        ),
      ),
  };
}
