import { embeddedWalletClient, fail, type SolanaWalletLinkBody, type WalletLinkBody } from '@latchkey/wire';
import { ed25519 } from '@noble/curves/ed25519.js';
import { type Proof, toProof } from '../../admission/index.ts';
import type { App } from '../../apps/index.ts';
import type { CodePurpose } from '../../challenges/index.ts';
import { toSolanaPublicKey } from '../../crypto/index.ts';
import { readSignInMessage, recoverSigner } from '../../ethereum/index.ts';
import type { Caller } from '../../http/index.ts';
import { type AccountKey, contractKey, walletKey } from '../../users/index.ts';
import type { World } from '../../world.ts';
import type { MethodDeps } from '../method.ts';
import { checkMessage } from './checkMessage.ts';
import { callContract } from './contracts.ts';
import { consumeNonce, type Issued } from './nonces.ts';
import { readSolanaMessage } from './readSolanaMessage.ts';

/** A wallet's signature, where it is shown, and what for. */
interface Shown<Body> {
  readonly app: App;
  readonly caller: Caller;
  readonly body: Body;
  readonly purpose: CodePurpose;
}

type ProofDeps = Pick<MethodDeps, 'apps' | 'challenges' | 'users'>;

/**
 * Proves an Ethereum wallet by a message of EIP-4361 that its key signed or, where the key did not, its contract on the chain of
 * the message. The key comes first: accounts under EIP-7702 have both. Uses the nonce up.
 *
 * Whether the key is an embedded wallet's is for the caller to check ({@link checkNotEmbedded}).
 *
 * @throws ServiceError `invalid_credentials`, `not_supported` for what is called an embedded wallet, `service_unavailable` where a contract had
 *   to be asked and its chain does not answer
 */
export async function proveEthereum(
  world: World,
  deps: ProofDeps,
  { app, caller, body, purpose }: Shown<WalletLinkBody>,
): Promise<Proof> {
  const message = readSignInMessage(body.message) ?? fail('invalid_credentials', { message: formText });
  const { address, chainId, nonce } = message;
  const issued = await consumeNonce(deps.challenges, app, { nonce, address, purpose });
  checkMessage(world, deps, { app, caller, message });
  if (body.chainId && body.chainId !== `eip155:${chainId}`)
    fail('invalid_credentials', { message: chainText });
  const signed = { message: body.message, signature: body.signature as `0x${string}` };
  const isByKey = recoverSigner(signed) === address.toLowerCase();
  if (!isByKey) {
    if (!(await callContract(world, { ...signed, address, chainId }))) refuse();
    // The account of a contract is another one than its key's, and no statement would find it to be an embedded wallet.
    await checkNotEmbedded(deps, app, walletKey(address));
  }
  checkName(body);
  const account = {
    ...(isByKey ? walletKey(address) : contractKey(address, chainId)),
    details: { address, chain_type: 'ethereum', chain_id: `eip155:${chainId}`, ...clientOf(body) },
  };
  return toProof({ method: 'wallet', account, provedAtMs: signedAtOf(message, issued, world) });
}

/** Proves a Solana wallet by a message that its key signed. Uses the nonce up. @throws ServiceError as for Ethereum */
export async function proveSolana(
  world: World,
  deps: ProofDeps,
  { app, caller, body, purpose }: Shown<SolanaWalletLinkBody>,
): Promise<Proof> {
  const message = readSolanaMessage(body.message) ?? fail('invalid_credentials', { message: formText });
  const { address, nonce } = message;
  const issued = await consumeNonce(deps.challenges, app, { nonce, address, purpose });
  checkMessage(world, deps, { app, caller, message });
  if (!isSignedBySolanaKey(body, address)) refuse();
  checkName(body);
  const account = {
    ...walletKey(address),
    details: { address, chain_type: 'solana', ...clientOf(body) },
  };
  return toProof({ method: 'wallet', account, provedAtMs: signedAtOf(message, issued, world) });
}

function isSignedBySolanaKey({ message, signature }: SolanaWalletLinkBody, address: string): boolean {
  const publicKey = toSolanaPublicKey(address);
  if (!publicKey) return false;
  try {
    const [bytes, text] = [Buffer.from(signature, 'base64'), Buffer.from(message, 'utf8')];
    // Strict (RFC 8032, not ZIP-215): a point of small order would be the key of every signature and of no one.
    return ed25519.verify(new Uint8Array(bytes), new Uint8Array(text), publicKey, { zip215: false });
  } catch {
    return false; // no point on the curve
  }
}

/** When the message was signed: by the wallet's clock, as far as that can be; never before its nonce was there. */
const signedAtOf = (message: { issuedAtMs: number }, issued: Issued, { clock }: World) =>
  Math.min(clock.now(), Math.max(issued.issuedAtMs, message.issuedAtMs));

/** What the client says of the wallet. */
type Client = Pick<WalletLinkBody, 'connectorType' | 'walletClientType'>;

const clientOf = ({ connectorType, walletClientType }: Client) => ({
  wallet_client: 'unknown',
  ...(walletClientType ? { wallet_client_type: walletClientType } : {}),
  ...(connectorType ? { connector_type: connectorType } : {}),
});

/**
 * Refuses an embedded wallet (EMBW-07): it is reached by a login, and is none. The page that holds it could log in by it for ever.
 *
 * @throws ServiceError `not_supported`
 */
export async function checkNotEmbedded(
  { users }: Pick<MethodDeps, 'users'>,
  app: App,
  key: AccountKey,
): Promise<void> {
  if (await users.isEmbeddedWallet(app.id, key))
    fail('not_supported', { message: embeddedText, details: { reason: 'embedded_wallet' } });
}

/** Nor may anyone call a wallet of their own an embedded one: what is embedded is not counted, and not unlinked. */
function checkName({ connectorType, walletClientType }: Client): void {
  if (embeddedNames.has(walletClientType ?? '') || connectorType === 'embedded')
    fail('not_supported', { message: embeddedText, details: { reason: 'embedded_wallet' } });
}

/** What published clients take an embedded wallet by: the newest one by either. */
const embeddedNames: ReadonlySet<string> = new Set([embeddedWalletClient, 'privy-v2']);

function refuse(): never {
  return fail('invalid_credentials', { message: refusedText });
}

const refusedText = 'The signature is not that of the wallet. Try again.';
const formText = 'This is no sign-in message.';
const chainText = 'The message names another chain than the wallet.';
const embeddedText = 'An embedded wallet cannot log in or be linked: a login opens it';
