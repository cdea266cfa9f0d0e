import * as AbiFunction from 'ox/AbiFunction';
import type { ChainReader } from '../../ethereum/index.ts';

/**
 * Farcaster's contracts on OP Mainnet. They say who holds an id and which keys the holder added.
 * https://docs.farcaster.xyz/reference/contracts/deployments
 */
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b';
const keyRegistry = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e';

const custodyOf = AbiFunction.from('function custodyOf(uint256 fid) view returns (address)');
const keyDataOf = AbiFunction.from(
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))',
);
/** States of a key (1 added, 2 removed) and its types (1 signs messages, 2 is an auth address). */
const added = 1;
const removed = 2;
const signerType = 1;
const authAddressType = 2;

export interface FidOwner {
  /** Address that holds the id, in lower case as the chain's answer gives it. */
  readonly custodyAddress: string;
}

/**
 * Finds the holder of a Farcaster id, if an address may sign in with that id: because it holds the id, or because the
 * holder added it as an auth address.
 *
 * @returns null if the address may not
 * @throws ServiceError `service_unavailable` if the chain does not answer
 */
export async function findOwner(chain: ChainReader, fid: number, signer: string): Promise<FidOwner | null> {
  const held = await chain.call({
    to: idRegistry,
    data: AbiFunction.encodeData(custodyOf, [BigInt(fid)]),
  });
  if (held === null || held === '0x') return null;
  const custodyAddress = AbiFunction.decodeResult(custodyOf, held);
  // The address is zero if nobody holds the id.
  if (BigInt(custodyAddress) === 0n) return null;
  if (custodyAddress.toLowerCase() === signer.toLowerCase()) return { custodyAddress };
  return (await isAuthAddress(chain, fid, signer)) ? { custodyAddress } : null;
}

async function isAuthAddress(chain: ChainReader, fid: number, signer: string): Promise<boolean> {
  // An auth address is stored as a key in its ABI encoding: 32 bytes.
  const key = `0x${signer.slice(2).toLowerCase().padStart(64, '0')}` as const;
  const { state, keyType } = (await findKey(chain, fid, key)) ?? {};
  return state === added && keyType === authAddressType;
}

/**
 * Returns the state of a signing key of a Farcaster id: `approved` if the holder added it, `revoked` if the registry
 * has the key as removed, whatever its type. Returns null for any other key.
 *
 * @throws ServiceError `service_unavailable` if the chain does not answer
 */
export async function findSignerState(
  chain: ChainReader,
  fid: number,
  publicKey: string,
): Promise<'approved' | 'revoked' | null> {
  const { state, keyType } = (await findKey(chain, fid, publicKey as `0x${string}`)) ?? {};
  if (state === removed) return 'revoked';
  return state === added && keyType === signerType ? 'approved' : null;
}

async function findKey(chain: ChainReader, fid: number, key: `0x${string}`) {
  const data = AbiFunction.encodeData(keyDataOf, [BigInt(fid), key]);
  const found = await chain.call({ to: keyRegistry, data });
  return found === null || found === '0x' ? null : AbiFunction.decodeResult(keyDataOf, found);
}
