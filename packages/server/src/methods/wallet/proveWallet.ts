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

interface Shown<Body> {
  readonly app: App;
  readonly caller: Caller;
  readonly body: Body;
  readonly purpose: CodePurpose;
}

type ProofDeps = Pick<MethodDeps, 'apps' | 'challenges' | 'users'>;

/**
 * Proves an Ethereum wallet by a message of EIP-4361 that its key signed, or whose signature its contract accepts on
 * the message's chain. The key is checked first, because accounts under EIP-7702 have both. Consumes the nonce.
 *
 * The caller must check that the wallet is not embedded ({@link checkNotEmbedded}).
 *
 * @throws ServiceError `invalid_credentials`, `not_supported` for a wallet that is called embedded or a contract at
 *   an embedded wallet's address, `service_unavailable` if a contract must be checked and its chain does not answer
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
    // A contract's account differs from that of the key at its address. So the login statement, which excludes
    // embedded wallets, would not recognise an embedded one here.
    await checkNotEmbedded(deps, app, walletKey(address));
  }
  checkName(body);
  const account = {
    details: { address, chain_type: 'ethereum', chain_id: `eip155:${chainId}`, ...clientOf(body) },
    ...(isByKey ? walletKey(address) : contractKey(address, chainId)),
  };
  return toProof({ method: 'wallet', account, provedAtMs: signedAtOf(message, issued, world) });
}

/**
 * Proves a Solana wallet by a message that its key signed. Consumes the nonce.
 *
 * The caller must check that the wallet is not embedded ({@link checkNotEmbedded}).
 *
 * @throws ServiceError `invalid_credentials`, `not_supported` for a wallet that is called embedded
 */
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
    // Strict verification (RFC 8032, not ZIP-215). Otherwise an attacker could log in with a key of small order, for
    // which signatures can be made without a secret.
    return ed25519.verify(new Uint8Array(bytes), new Uint8Array(text), publicKey, { zip215: false });
  } catch {
    return false; // a malformed signature, or a key that is not a point on the curve
  }
}

/** Returns the time of signing by the wallet's clock, limited to the time between the issue of the nonce and now. */
const signedAtOf = (message: { issuedAtMs: number }, issued: Issued, { clock }: World) =>
  Math.min(clock.now(), Math.max(issued.issuedAtMs, message.issuedAtMs));

type Client = Pick<WalletLinkBody, 'connectorType' | 'walletClientType'>;

const clientOf = ({ connectorType, walletClientType }: Client) => ({
  wallet_client: 'unknown',
  ...(walletClientType ? { wallet_client_type: walletClientType } : {}),
  ...(connectorType ? { connector_type: connectorType } : {}),
});

/**
 * Rejects an embedded wallet (EMBW-07). A page that has access to such a wallet could otherwise have it sign a new
 * login, which outlasts that access.
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

/**
 * Rejects an external wallet that its client calls embedded. Embedded wallets do not count towards the limit and
 * cannot be unlinked.
 */
function checkName({ connectorType, walletClientType }: Client): void {
  if (embeddedNames.has(walletClientType ?? '') || connectorType === 'embedded')
    fail('not_supported', { message: embeddedText, details: { reason: 'embedded_wallet' } });
}

/** Client types by which published clients recognise an embedded wallet; the newest accepts both. */
const embeddedNames: ReadonlySet<string> = new Set([embeddedWalletClient, 'privy-v2']);

function refuse(): never {
  return fail('invalid_credentials', { message: refusedText });
}

const refusedText = 'The signature is not that of the wallet. Try again.';
const formText = 'This is no sign-in message.';
const chainText = 'The message names another chain than the wallet.';
const embeddedText = 'An embedded wallet cannot log in or be linked: a login opens it';
