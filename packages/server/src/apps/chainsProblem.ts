import type { AppSettings } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import { isLoopbackHost } from '../loopback.ts';

/** Returns the problem with an app's own chains, or null. Their shapes were checked before. */
export function chainsProblem({ chains }: AppSettings, production: boolean): Problem | null {
  const seen = new Set<number>();
  for (const [index, { id, rpc_url, block_explorer_url = null }] of chains.entries()) {
    const place = `chains.${index}`;
    if (seen.has(id)) return { field: `${place}.id`, problem: 'is on the list already' };
    seen.add(id);
    const addresses = { rpc_url, ...(block_explorer_url === null ? {} : { block_explorer_url }) };
    for (const [name, address] of Object.entries(addresses)) {
      const problem = addressProblem(address, production);
      if (problem) return { field: `${place}.${name}`, problem };
    }
  }
  return null;
}

/**
 * Checks the address of a node or explorer. An attacker on the network could otherwise change a node's answers, which
 * users read before they sign. Only https is accepted, or http to this machine in development.
 */
function addressProblem(address: string, production: boolean): string | null {
  if (!URL.canParse(address)) return 'must be an http or https address';
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return 'must not hold a user or a password, which browsers refuse to send';
  if (protocol === 'https:') return null;
  if (!isLoopbackHost(hostname)) return 'must be https';
  return production ? 'must be https in production' : null;
}
