import {
  createFarcasterConfirmation,
  createFarcasterLink,
  createFarcasterLogin,
  type LatchkeyClient,
} from '@latchkey/core';

/** The sign-ins of a client that the landing begins and the screen after it goes on with. */
const flows = new WeakMap<LatchkeyClient, ReturnType<typeof createFlows>>();

const createFlows = (client: LatchkeyClient) => ({
  login: createFarcasterLogin(client),
  link: createFarcasterLink(client),
  confirm: createFarcasterConfirmation(client),
});

/** The one login, the one link and the one confirmation of a client. */
export function farcasterFlowsOf(client: LatchkeyClient): ReturnType<typeof createFlows> {
  const known = flows.get(client) ?? createFlows(client);
  flows.set(client, known);
  return known;
}
