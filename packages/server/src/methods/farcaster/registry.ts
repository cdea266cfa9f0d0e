import * as AbiFunction from 'ox/AbiFunction';
import type { ChainReader } from '../../ethereum/index.ts';

/**
 * Farcaster's contracts on OP Mainnet: who holds an id, and which keys they added.
 * https://docs.farcaster.xyz/reference/contracts/deployments
 */
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b';
const keyRegistry = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e';

const custodyOf = AbiFunction.from('function custodyOf(uint256 fid) view returns (address)');
const keyDataOf = AbiFunction.from(
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))',
);
/** A key that was added and not removed, and one that was; of the kinds that sign messages, and that are an address. */
const added = 1;
const removed = 2;
const signerType = 1;
const authAddressType = 2;

/** Who may sign in as a Farcaster id. */
export interface FidOwner {
  /** Address that holds the id, with its checksum as the chain's answer gives it. */
  readonly custodyAddress: string;
}

/**
 * Finds the holder of a Farcaster id, if an address may sign in as it: the address that holds it, or one that the holder
 * added as an auth address.
 *
 * @returns null when it may not
 * @throws ServiceError `service_unavailable` when the chain does not answer
 */
export async function findOwner(chain: ChainReader, fid: number, signer: string): Promise<FidOwner | null> {
  const held = await chain.call({
    to: idRegistry,
    data: AbiFunction.encodeData(custodyOf, [BigInt(fid)]),
  });
  if (held === null || held === '0x') return null;
  const custodyAddress = AbiFunction.decodeResult(custodyOf, held);
  // Of an id that no one holds it is zero.
  if (BigInt(custodyAddress) === 0n) return null;
  if (custodyAddress.toLowerCase() === signer.toLowerCase()) return { custodyAddress };
  return (await isAuthAddress(chain, fid, signer)) ? { custodyAddress } : null;
}

async function isAuthAddress(chain: ChainReader, fid: number, signer: string): Promise<boolean> {
  // The key of an auth address is its ABI encoding: 32 bytes.
  const key = `0x${signer.slice(2).toLowerCase().padStart(64, '0')}` as const;
  const { state, keyType } = (await findKey(chain, fid, key)) ?? {};
  return state === added && keyType === authAddressType;
}

/**
 * Tells whether the holder of a Farcaster id added a key that signs messages for it, or has taken it away again; null for a
 * key that the chain does not know.
 *
 * @throws ServiceError `service_unavailable` when the chain does not answer
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
