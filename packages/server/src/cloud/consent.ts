import { type CloudFinishBody, type CloudStartBody, fail, limits } from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import { createConsent, type ReturnPages } from '../consent/index.ts';
import type { Session } from '../sessions/index.ts';
import type { World } from '../world.ts';
import { callbackPath, type Google } from './google.ts';

interface About {
  readonly sessionId: string;
}
interface Granted extends About {
  readonly accessToken: string;
}

/**
 * Creates the consent at Google. It ends in a handle, which the frame redeems once. State, code and handle belong to
 * one user and session (S34).
 */
export function createCloudConsent(
  world: World,
  deps: { apps: Pick<Apps, 'find' | 'isOriginAllowed'>; tickets: Challenges['tickets']; google: Google },
) {
  const { tickets, google } = deps;
  const consent = createConsent<About>(world, deps, {
    kind: 'cloud',
    stateLifeMs: limits.cloudStateLifeMs,
    codeLifeMs: limits.cloudCodeLifeMs,
    pathOf: () => callbackPath,
    nameOf: () => 'google-drive',
  });

  return {
    pages: { paths: [callbackPath], takesForms: false, consent } satisfies ReturnPages,

    /**
     * Begins a consent. Returns the address of Google's page.
     * @throws ServiceError `origin_not_allowed` for a return address on another origin than the requesting page's,
     *   `invalid_data`, `not_supported`
     */
    async start(app: App, session: Session, body: CloudStartBody, origin: string | null): Promise<string> {
      const { sessionId, userId: ownerId } = session;
      return google.consentUrl(app, await consent.begin(app, body, { sessionId }, { ownerId, origin }));
    },

    /**
     * Exchanges the code for a handle.
     * @throws ServiceError `oauth_user_denied`, `invalid_credentials`, and the codes of `Google.exchange`
     */
    async finish(app: App, session: Session, body: CloudFinishBody): Promise<string> {
      const { sessionId, userId } = session;
      const taken = await consent.take(app, body);
      if (taken?.ownerId !== userId || taken.sessionId !== sessionId) return fail('invalid_credentials');
      const accessToken = await google.exchange(app, taken);
      return tickets.issue({
        appId: app.id,
        kind: 'cloud-handle',
        userId,
        lifeMs: limits.cloudHandleLifeMs,
        value: { sessionId, accessToken } satisfies Granted,
      });
    },

    /** Returns Google's access token behind a handle. @throws ServiceError `invalid_credentials` */
    async redeem(app: App, session: Session, handle: string): Promise<string> {
      const found = await tickets.consume<Granted>({ appId: app.id, kind: 'cloud-handle', secret: handle });
      const isOwn = found?.userId === session.userId && found.value.sessionId === session.sessionId;
      return found && isOwn ? found.value.accessToken : fail('invalid_credentials', { message: lateText });
    },
  };
}

/** Replaces the error's default text, which is about a code that the user typed. */
const lateText = 'This permission was used already or is too old. Ask for it again.';
