import { crossAppRoutes, fail, rateLimits } from '@latchkey/wire';
import { type Caller, createCap, type Implementation, implement } from '../../http/index.ts';
import type { Sessions } from '../../sessions/index.ts';
import type { World } from '../../world.ts';
import type { HostedRequests } from './createHostedRequests.ts';

/** What the hosted pages ask. */
export function hostedImplementations(
  { clock, config }: Pick<World, 'clock' | 'config'>,
  deps: {
    readonly hostedRequests: HostedRequests;
    readonly sessions: Pick<Sessions, 'authenticate' | 'find'>;
  },
): Implementation[] {
  const { hostedRequests, sessions } = deps;
  const takeOpen = createCap(clock, rateLimits['crossApp.open'].sessionInProcess);

  /**
   * Lets the hosted pages through alone.
   *
   * Threat: a page of the provider's own, or one that was taken over, would say yes in a person's name unseen.
   */
  function checkPage({ origin }: Caller): void {
    if (origin === null || origin !== config.hostedUrl) fail('origin_not_allowed');
  }

  return [
    implement(crossAppRoutes.take, async ({ app, body, caller }) => {
      checkPage(caller);
      return hostedRequests.take(app, body.id, await sessions.find(app, caller.bearer));
    }),
    implement(crossAppRoutes.open, async ({ app, body, caller }) => {
      checkPage(caller);
      const session = await sessions.authenticate(app, caller.bearer);
      takeOpen(`${session.appId} ${session.sessionId}`);
      return hostedRequests.open(app, body.handle, session);
    }),
    implement(crossAppRoutes.answer, async ({ app, body, caller }) => {
      checkPage(caller);
      return hostedRequests.answer(app, body, () => sessions.authenticate(app, caller.bearer));
    }),
  ];
}
