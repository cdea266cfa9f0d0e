import { type ChainType, fail, limits, walletRoutes } from '@latchkey/wire';
import { heldToken, passCaptcha } from '../../captcha/index.ts';
import type { SolanaSignInInput } from '../../connector.ts';
import { contextsOf } from '../../contexts.ts';
import type { Environment } from '../../environment.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { postAsUser } from '../changes/index.ts';

/** What stands in a message besides the words: the page that asks, and a nonce of the service that is good once. */
export type SignInFields = Pick<SolanaSignInInput, 'address' | 'domain' | 'issuedAt' | 'nonce' | 'uri'>;

/**
 * Begins the sign-in of an address: the service gives a nonce, to a signed-in user for an account of theirs, else for a
 * login, which takes the captcha (CAPT-18).
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
  // By the service's clock, which has just made the nonce: the device's may be days off.
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
 * Writes the message of an Ethereum wallet (EIP-4361), in the words of published clients, by which people know it.
 *
 * @param chainId CAIP-2, `eip155:1`
 */
export function toSiweMessage(fields: SignInFields, chainId: string): string {
  const statement =
    'By signing, you are proving you own this wallet and logging in. This does not initiate a transaction or cost any fees.';
  return toMessage(fields, { network: 'Ethereum', statement, chain: chainId.replace(/^eip155:/, '') });
}

/** What a Solana wallet signs that has a sign-in of its own: it writes the message. */
export const toSiwsInput = (fields: SignInFields): SolanaSignInInput => ({
  ...fields,
  statement: toStatement(fields.address),
  version: '1',
  chainId: solanaMainnet,
});

/** Writes the message of a Solana wallet. */
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
