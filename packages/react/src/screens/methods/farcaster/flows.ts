import {
  createFarcasterConfirmation,
  createFarcasterLink,
  createFarcasterLogin,
  type LatchkeyClient,
} from '@latchkey/core';

/** Sign-ins of a client. The landing screen starts a login, and the next screen continues it. */
const flows = new WeakMap<LatchkeyClient, ReturnType<typeof createFlows>>();

const createFlows = (client: LatchkeyClient) => ({
  login: createFarcasterLogin(client),
  link: createFarcasterLink(client),
  confirm: createFarcasterConfirmation(client),
});

/** Returns the login, the link and the confirmation of a client. There is one of each. */
export function farcasterFlowsOf(client: LatchkeyClient): ReturnType<typeof createFlows> {
  const known = flows.get(client) ?? createFlows(client);
  flows.set(client, known);
  return known;
}
