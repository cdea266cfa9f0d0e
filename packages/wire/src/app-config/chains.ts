import * as v from 'valibot';
import { about } from '../about.ts';
import { knownChains } from '../chains/index.ts';
import * as limits from '../limits.ts';
import type { OutputOf } from '../schema.ts';
import { textUpTo, webUrl } from './fields.ts';

const filledText = (max: number) => v.pipe(textUpTo(max), v.minLength(1));

/** App's own chain, as its operator sets it and clients receive it. */
const appChainSchema = () => {
  const knownIds = new Set(knownChains.map(({ id }) => id));
  const knownNames = new Set(knownChains.flatMap(({ name = [] }) => name).map((name) => name.toLowerCase()));
  return v.strictObject({
    id: about(
      'Chain id. It must not be the id of a well-known chain: host apps add those to `config.chains`.',
      v.pipe(
        v.number(),
        v.safeInteger(),
        v.minValue(1),
        v.check((id) => !knownIds.has(id), 'is the id of a well-known chain; hosts name it in config.chains'),
      ),
    ),
    name: about(
      'Name of the chain that users see.',
      v.pipe(
        filledText(64),
        // A malicious app could otherwise show users its own chain under the name of Ethereum.
        v.check((name) => !knownNames.has(name.trim().toLowerCase()), 'is the name of a well-known chain'),
      ),
    ),
    native_currency: about(
      'Currency in which users pay fees. It must have 18 decimals.',
      v.strictObject({
        name: about('Name of the currency, such as `Ether`.', filledText(64)),
        symbol: about('Symbol of the currency, such as `ETH`.', filledText(16)),
      }),
    ),
    rpc_url: about(
      'JSON-RPC URL of a node. Browsers call it, so anyone can read the URL and any API key in it. It must use https, except on loopback in development.',
      webUrl(),
    ),
    block_explorer_url: about(
      'URL of a block explorer that shows transactions under `/tx/`.',
      v.optional(webUrl()),
    ),
    testnet: about('Set it to true if the currency has no value.', v.optional(v.boolean())),
  });
};
export type AppChain = OutputOf<typeof appChainSchema>;

export const appChainsSchema = () => v.pipe(v.array(appChainSchema()), v.maxLength(limits.appChains));
