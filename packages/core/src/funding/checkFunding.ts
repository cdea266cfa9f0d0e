import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { FundInput } from './funding.ts';
import { toFundingRequest } from './toFundingRequest.ts';

/**
 * Checks a funding request like {@link toFundingRequest}, before screens open.
 *
 * @throws ServiceError `must_be_authenticated`, `funding_not_enabled`, `unsupported_chain_id`, `invalid_data`
 */
export async function checkFunding(client: LatchkeyClient, input: FundInput): Promise<void> {
  toFundingRequest(client, input);
}
