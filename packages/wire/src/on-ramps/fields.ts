import * as v from 'valibot';
import { about } from '../about.ts';
import type { OutputOf } from '../schema.ts';

/** An app's account at an on-ramp. `null` takes it away: a change that does not name it leaves it. */
export const accountOf = <Schema extends v.GenericSchema>(name: string, schema: Schema) =>
  about(`The app's account at ${name}; null takes it away.`, v.optional(v.nullable(schema)));

export const shortText = (max: number) => v.pipe(v.string(), v.maxLength(max));
export const url = () => shortText(2_048);
/** Text that a provider says beside what is asked: never refused for its shape, because the sender cannot mend it. */
export const said = () => v.optional(v.nullable(v.string()));

const ethereumAddress = /^0x[0-9a-fA-F]{40}$/;
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
export const address = () =>
  about(
    'The wallet that is funded: an address of Ethereum, or of Solana in base 58.',
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

/** The answer to a provider's event. */
export const fundingEventReplySchema = () => v.object({});
export type FundingEventReply = OutputOf<typeof fundingEventReplySchema>;
