import { fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import { beginSignIn, toSiweMessage } from './messages.ts';

/**
 * Returns the message that an Ethereum wallet signs to log in or to be linked (EIP-4361), for hosts that call the
 * wallet themselves. It is valid once, for five minutes.
 *
 * @param input.chainId the wallet's chain, as CAIP-2: `eip155:1`
 * @throws ServiceError `invalid_data`, the codes of the captcha, `disallowed_login_method`, `not_supported` for an
 *   embedded wallet, and the other codes of the route
 * @example
 * const message = await generateSiweMessage(client, { address, chainId: 'eip155:1' });
 * await loginWithSiwe(client, { message, signature: await account.signMessage({ message }) });
 */
export async function generateSiweMessage(
  client: LatchkeyClient,
  {
    address,
    chainId,
  }: {
    /** With its checksum (EIP-55). */
    readonly address: string;
    /** CAIP-2, `eip155:1`. */
    readonly chainId: string;
  },
): Promise<string> {
  if (!/^eip155:[1-9]\d{0,15}$/.test(chainId))
    fail('invalid_data', { message: 'chainId must be one such as eip155:1' });
  checkNotEmbedded(client, { address });
  return toSiweMessage(await beginSignIn(client, 'ethereum', address), chainId);
}
