import {
  createFarcasterConfirmation,
  createFarcasterLink,
  createFarcasterLogin,
  type LatchkeyClient,
} from '@latchkey/core';

/** The landing screen starts a login, and the next screen continues it. */
const flows = new WeakMap<LatchkeyClient, ReturnType<typeof createFlows>>();

const createFlows = (client: LatchkeyClient) => ({
  login: createFarcasterLogin(client),
  link: createFarcasterLink(client),
  confirm: createFarcasterConfirmation(client),
});

export function farcasterFlowsOf(client: LatchkeyClient): ReturnType<typeof createFlows> {
  const known = flows.get(client) ?? createFlows(client);
  flows.set(client, known);
  return known;
}
