import * as v from 'valibot';
import { about } from '../about.ts';
import { knownChains } from '../chains/index.ts';
import * as limits from '../limits.ts';
import type { OutputOf } from '../schema.ts';
import { textUpTo, webUrl } from './fields.ts';

const filledText = (max: number) => v.pipe(textUpTo(max), v.minLength(1));

/** A chain of an app's own, as its operator sets it and clients are served it. */
const appChainSchema = () => {
  const knownIds = new Set(knownChains.map(({ id }) => id));
  const knownNames = new Set(knownChains.flatMap(({ name = [] }) => name).map((name) => name.toLowerCase()));
  return v.strictObject({
    id: about(
      'Chain id. Not the id of a well-known chain, which hosts name in `config.chains`.',
      v.pipe(
        v.number(),
        v.safeInteger(),
        v.minValue(1),
        v.check((id) => !knownIds.has(id), 'is the id of a well-known chain; hosts name it in config.chains'),
      ),
    ),
    name: about(
      'What people read as the name of the chain.',
      v.pipe(
        filledText(64),
        // Threat: a chain of one's own under the name of Ethereum.
        v.check((name) => !knownNames.has(name.trim().toLowerCase()), 'is the name of a well-known chain'),
      ),
    ),
    native_currency: about(
      'The currency that fees are paid in. It has 18 decimals.',
      v.strictObject({
        name: about('Its name, such as `Ether`.', filledText(64)),
        symbol: about('Its symbol, such as `ETH`.', filledText(16)),
      }),
    ),
    rpc_url: about(
      'JSON-RPC address of a node, which browsers call: everyone can read it, with a key that it holds. https, but on loopback in development.',
      webUrl(),
    ),
    block_explorer_url: about(
      'Address of a block explorer, which has transactions under `/tx/`.',
      v.optional(webUrl()),
    ),
    testnet: about('Set if the currency is worth nothing.', v.optional(v.boolean())),
  });
};
export type AppChain = OutputOf<typeof appChainSchema>;

export const appChainsSchema = () => v.pipe(v.array(appChainSchema()), v.maxLength(limits.appChains));
