import { type ChainType, fail, limits, walletRoutes } from '@latchkey/wire';
import { heldToken, passCaptcha } from '../../captcha/index.ts';
import type { SolanaSignInInput } from '../../connector.ts';
import { contextsOf } from '../../contexts.ts';
import type { Environment } from '../../environment.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { postAsUser } from '../changes/index.ts';

/** Variable fields of a message, such as the calling page and a nonce of the service that is valid once. */
export type SignInFields = Pick<SolanaSignInInput, 'address' | 'domain' | 'issuedAt' | 'nonce' | 'uri'>;

/**
 * Starts the sign-in of an address. For a signed-in user who is not a guest, the nonce is to link the wallet, or to
 * confirm their login with one of their own. Otherwise it is for a login, which may require a captcha (CAPT-18).
 *
 * @throws ServiceError the codes of the captcha and of the route
 */
export async function beginSignIn(
  client: LatchkeyClient,
  chainType: ChainType,
  address: string,
): Promise<SignInFields> {
  const {
    page: { call, environment },
    session: { state },
  } = contextsOf(client);
  const { host: domain, origin: uri } = locationOf(environment);
  const route = chainType === 'solana' ? walletRoutes.initSolana : walletRoutes.init;
  const { authenticated, user } = state.get();
  const { nonce, expires_at } =
    authenticated && !user?.isGuest
      ? await postAsUser(client, route, { address, ...heldToken(client) })
      : await passCaptcha(client, (token) => call()(route, { body: { address, ...token } }));
  // Time at which the service created the nonce. The device's clock may be days off.
  const issuedAt = new Date(Date.parse(expires_at) - limits.walletNonceLifeMs).toISOString();
  return { domain, address, uri, nonce, issuedAt };
}

function locationOf({ window: page }: Environment): { host: string; origin: string } {
  return (
    page?.location ??
    fail('not_supported', { message: 'Wallets sign in on pages only', details: { reason: 'no_page' } })
  );
}

/**
 * Returns the message of an Ethereum wallet (EIP-4361), with the text of published clients, which users know.
 *
 * @param chainId CAIP-2, `eip155:1`
 */
export function toSiweMessage(fields: SignInFields, chainId: string): string {
  const statement =
    'By signing, you are proving you own this wallet and logging in. This does not initiate a transaction or cost any fees.';
  return toMessage(fields, { network: 'Ethereum', statement, chain: chainId.replace(/^eip155:/, '') });
}

/** Returns the input for a Solana wallet that has its own sign-in and writes the message itself. */
export const toSiwsInput = (fields: SignInFields): SolanaSignInInput => ({
  ...fields,
  statement: toStatement(fields.address),
  version: '1',
  chainId: solanaMainnet,
});

export const toSiwsMessage = (fields: SignInFields): string =>
  toMessage(fields, { network: 'Solana', statement: toStatement(fields.address), chain: solanaMainnet });

const solanaMainnet = 'mainnet';
const toStatement = (address: string) => `You are proving you own ${address}.`;

function toMessage(
  { domain, address, uri, nonce, issuedAt }: SignInFields,
  { network, statement, chain }: { network: string; statement: string; chain: string },
): string {
  return [
    `${domain} wants you to sign in with your ${network} account:\n${address}`,
    statement,
    `URI: ${uri}\nVersion: 1\nChain ID: ${chain}\nNonce: ${nonce}\nIssued At: ${issuedAt}`,
  ].join('\n\n');
}
