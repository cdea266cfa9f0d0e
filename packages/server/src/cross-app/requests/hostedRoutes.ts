import { crossAppRoutes, fail } from '@latchkey/wire';
import { type Caller, createSessionCap, type Implementation, implement } from '../../http/index.ts';
import type { Sessions } from '../../sessions/index.ts';
import type { World } from '../../world.ts';
import type { HostedRequests } from './createHostedRequests.ts';

export function hostedImplementations(
  world: Pick<World, 'clock' | 'config' | 'workers'>,
  deps: {
    readonly hostedRequests: HostedRequests;
    readonly sessions: Pick<Sessions, 'authenticate' | 'find'>;
  },
): Implementation[] {
  const { config } = world;
  const { hostedRequests, sessions } = deps;
  const takeOpen = createSessionCap(world, 'crossApp.open');

  /**
   * Refuses requests of any other origin than the hosted pages'. A page of the provider, which an attacker may have
   * taken over, could otherwise agree in the user's name from the user's browser.
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
      takeOpen(session);
      return hostedRequests.open(app, body.handle, session);
    }),
    implement(crossAppRoutes.answer, async ({ app, body, caller }) => {
      checkPage(caller);
      return hostedRequests.answer(app, body, () => sessions.authenticate(app, caller.bearer));
    }),
  ];
}
