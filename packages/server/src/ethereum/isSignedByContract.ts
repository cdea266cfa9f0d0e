import { fail } from '@latchkey/wire';
import type { World } from '../world.ts';
import { callNode, type NodeAnswer } from './callNode.ts';
import { createChainReader } from './createChainReader.ts';
import { validateSignature } from './isSignedBy.ts';

export interface ContractSignature {
  readonly chainId: number;
  /** 0x and 40 hex digits, in any case. */
  readonly address: string;
  readonly message: string;
  readonly signature: `0x${string}`;
}

/** Suffix of a signature that contains the deployment of its contract (ERC-6492). */
const ofUndeployed = '6492'.repeat(16);
const timeoutMs = 5_000;

/**
 * Returns true if a contract signed a message (EIP-191): the one at an address of a chain (ERC-1271), or the one that
 * the signature's deployment would create there (ERC-6492).
 *
 * The operator could configure a node of another chain, where the address may have another owner. The node's chain is
 * checked too.
 *
 * @param url the operator's node of the chain
 * @throws ServiceError `service_unavailable` if the node does not answer or is of another chain; then nothing was
 *   judged
 */
export async function isSignedByContract(
  world: Pick<World, 'fetch' | 'log' | 'random'>,
  url: string,
  { chainId, address, message, signature }: ContractSignature,
): Promise<boolean> {
  const request = (method: 'eth_chainId' | 'eth_getCode', params: readonly unknown[]) =>
    callNode(world, url, { method, params, timeoutMs, maxBytes: 256 * 1024 });
  const [chain, code, isValid] = await Promise.all([
    request('eth_chainId', []),
    request('eth_getCode', [address, 'latest']),
    validateSignature(createChainReader(world, url), { address, message, signature }),
  ]);
  if (toNumber(chain) !== BigInt(chainId)) {
    world.log.error({ chain_id: chainId, reason: toReason(chain) }, 'the node of a chain is none of it');
    fail('service_unavailable');
  }
  if (code.kind !== 'said') {
    world.log.error({ chain_id: chainId, reason: toReason(code) }, 'the node of a chain does not answer');
    fail('service_unavailable');
  }
  // Without code the validator would accept a signature of the address's key, which is not a contract's.
  return isValid && (code.result !== '0x' || signature.toLowerCase().endsWith(ofUndeployed));
}

const toNumber = (answer: NodeAnswer) =>
  answer.kind === 'said' && /^0x[0-9a-f]{1,64}$/i.test(answer.result) ? BigInt(answer.result) : null;

const toReason = (answer: NodeAnswer) => (answer.kind === 'silent' ? answer.reason : { kind: answer.kind });
