import * as v from 'valibot';
import { about } from '../about.ts';
import type { OutputOf } from '../schema.ts';

/** Creates the schema of an app's account at an on-ramp. `null` removes it; an omitted field leaves it unchanged. */
export const accountOf = <Schema extends v.GenericSchema>(name: string, schema: Schema) =>
  about(`The app's account at ${name}. null removes it.`, v.optional(v.nullable(schema)));

export const shortText = (max: number) => v.pipe(v.string(), v.maxLength(max));
export const url = () => shortText(2_048);
/** Optional text from a provider, of any length and form, because the sender cannot correct it. */
export const said = () => v.optional(v.nullable(v.string()));

const ethereumAddress = /^0x[0-9a-fA-F]{40}$/;
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
export const address = () =>
  about(
    'Wallet to fund: an Ethereum address, or a Solana address in base 58.',
    v.pipe(
      v.string(),
      v.check(
        (value) => ethereumAddress.test(value) || solanaAddress.test(value),
        'must be an address of Ethereum or Solana',
      ),
    ),
  );
export const misfit = 'must be an address of the network that the coin is bought on';
export const fits = (address: string, isSolana: boolean) => solanaAddress.test(address) === isSolana;

export const fundingEventReplySchema = () => v.object({});
export type FundingEventReply = OutputOf<typeof fundingEventReplySchema>;
