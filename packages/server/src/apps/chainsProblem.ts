import type { AppSettings } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import { isLoopbackHost } from '../loopback.ts';

/** Returns what is wrong with the chains of an app's own, or null. Their shapes are right already. */
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

/** Threat: whoever can change what a node says on its way decides what people read before they sign. */
function addressProblem(address: string, production: boolean): string | null {
  if (!URL.canParse(address)) return 'must be an http or https address';
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return 'must not hold a user or a password, which browsers refuse to send';
  if (protocol === 'https:') return null;
  if (!isLoopbackHost(hostname)) return 'must be https';
  return production ? 'must be https in production' : null;
}
