import { type CloudFinishBody, type CloudStartBody, fail, limits } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { isEqual, sha256 } from '../crypto/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import type { Google } from './google.ts';

/** What hangs on the state that travels through Google. */
interface Begun {
  readonly sessionId: string;
  readonly redirectTo: string;
  /** The host page's own state, challenge and, towards Google, our verifier. */
  readonly stateCode: string;
  readonly challenge: string;
  readonly verifier: string;
}
/** What hangs on the code that the host page is given. */
type Returned = Omit<Begun, 'redirectTo'> & { readonly code: string };
/** What hangs on the handle that the frame redeems. */
interface Granted {
  readonly sessionId: string;
  readonly accessToken: string;
}

/**
 * A consent at Google in three steps, each held by a secret that is good once: the state towards Google, the code towards
 * the host page, the handle towards the frame. All belong to one user and session (S34).
 */
export function createConsent(
  world: World,
  rooms: { apps: Pick<Apps, 'find' | 'isOriginAllowed'>; tickets: Challenges['tickets']; google: Google },
) {
  const { apps, tickets, google } = rooms;

  return {
    /**
     * Begins: the address of Google's page.
     * @throws ServiceError `origin_not_allowed` for a page of another origin than the one that asks, `not_supported`
     */
    async start(app: App, session: Session, body: CloudStartBody, origin: string | null): Promise<string> {
      const { redirect_to: redirectTo, state_code: stateCode, code_challenge: challenge } = body;
      if (!URL.canParse(redirectTo)) fail('invalid_data');
      const target = new URL(redirectTo);
      // The code comes back in this address: it must reach only the app, and with a page only that page.
      const isOwn = origin === null || target.origin === origin;
      if (!isOwn || target.username || target.password || !apps.isOriginAllowed(app, target.origin)) {
        fail('origin_not_allowed');
      }
      const verifier = Buffer.from(world.random.bytes(32)).toString('base64url');
      const secret = await tickets.issue({
        appId: app.id,
        kind: 'cloud-state',
        userId: session.userId,
        lifeMs: limits.cloudStateLifeMs,
        value: { sessionId: session.sessionId, redirectTo, stateCode, challenge, verifier } satisfies Begun,
      });
      return google.consentUrl(app, { state: `${app.id}.${secret}`, verifier });
    },

    /**
     * The person is back: where to send them on to, or null when no one here has sent them.
     * @param answer `code` as Google gave it, or null when it gave none; `isDenied` when the person said no
     */
    async comeBack(
      state: string,
      answer: { code: string | null; isDenied: boolean },
    ): Promise<string | null> {
      const [appId = '', secret = ''] = state.split('.');
      const app = await apps.find(appId);
      const found = app && (await tickets.consume<Begun>({ appId, kind: 'cloud-state', secret }));
      if (!app || !found) return null;
      const { redirectTo, ...begun } = found.value;
      const target = new URL(redirectTo);
      // The app's origins may have changed since.
      if (app.disabled || !apps.isOriginAllowed(app, target.origin)) return null;
      const code = answer.code
        ? await tickets.issue({
            appId,
            kind: 'cloud-code',
            userId: found.userId,
            lifeMs: limits.cloudCodeLifeMs,
            value: { ...begun, code: answer.code } satisfies Returned,
          })
        : // The words that existing clients know (docs/wire/protocol.md §2.5).
          answer.isDenied
          ? 'undefined'
          : 'error';
      target.searchParams.set('privy_oauth_code', code);
      target.searchParams.set('privy_oauth_state', begun.stateCode);
      target.searchParams.set('privy_oauth_provider', 'google-drive');
      return target.href;
    },

    /**
     * Trades the code for a handle.
     * @throws ServiceError `oauth_user_denied`, `invalid_credentials`
     */
    async finish(app: App, session: Session, body: CloudFinishBody): Promise<string> {
      const { authorization_code: secret, state_code, code_verifier } = body;
      if (secret === 'undefined') fail('oauth_user_denied');
      const found = await tickets.consume<Returned>({ appId: app.id, kind: 'cloud-code', secret });
      const value = found?.value;
      const isOwn = found?.userId === session.userId && value?.sessionId === session.sessionId;
      if (!value || !isOwn || !isSame(value.stateCode, state_code)) return fail('invalid_credentials');
      if (!isSame(value.challenge, sha256(code_verifier).toString('base64url'))) fail('invalid_credentials');
      const accessToken = await google.exchange(app, value);
      return tickets.issue({
        appId: app.id,
        kind: 'cloud-handle',
        userId: session.userId,
        lifeMs: limits.cloudHandleLifeMs,
        value: { sessionId: session.sessionId, accessToken } satisfies Granted,
      });
    },

    /** Google's access token behind a handle. @throws ServiceError `invalid_credentials` */
    async redeem(app: App, session: Session, handle: string): Promise<string> {
      const found = await tickets.consume<Granted>({ appId: app.id, kind: 'cloud-handle', secret: handle });
      const isOwn = found?.userId === session.userId && found.value.sessionId === session.sessionId;
      return found && isOwn ? found.value.accessToken : fail('invalid_credentials', { message: lateText });
    },
  };
}

/** For people: the code's own message speaks of a code that was typed in. */
const lateText = 'This permission was used already or is too old. Ask for it again.';

const isSame = (a: string, b: string) => isEqual(sha256(a), sha256(b));
