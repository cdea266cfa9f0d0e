import * as AbiFunction from 'ox/AbiFunction';
import * as Hash from 'ox/Hash';
import * as Hex from 'ox/Hex';
import type { StorageWrite } from '../chain/index.ts';

const word = (value: bigint | number) => Hex.fromNumber(value, { size: 32 });

// The contracts are at their real addresses and have only the functions named below. They are written in EVM bytecode,
// because each only reads one or two storage slots.

/**
 * `custodyOf(uint256)` and `idOf(address)`: both return what is stored under their argument.
 * https://docs.farcaster.xyz/reference/contracts/reference/id-registry
 */
export const idRegistry = {
  address: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  code: Hex.concat(
    '0x5f3560e01c', // calldata[0] >> 224: function selector
    '0x806365269e4714601b57', // custodyOf: jump to 0x1b
    '0x63d94fe83214601b57', // idOf: jump to 0x1b
    '0x5f5ffd', // anything else: revert
    '0x5b600435545f5260205ff3', // 0x1b: return storage[calldata[4]]
  ),
} as const;

/**
 * `keyDataOf(uint256,bytes)` of a 32-byte key: state and type are in two slots, starting at keccak(id ‖ key).
 * https://docs.farcaster.xyz/reference/contracts/reference/key-registry
 */
export const keyRegistry = {
  address: '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
  code: Hex.concat(
    '0x5f3560e01c', // calldata[0] >> 224: function selector
    '0x63ac34cc5a14601157', // keyDataOf: jump to 0x11
    '0x5f5ffd', // anything else: revert
    '0x5b6004355f52606435602052', // 0x11: memory = id ‖ key
    '0x60405f2080545f52', // the slot; memory[0] = state
    '0x6001015460205260405ff3', // memory[32] = type; return both
  ),
} as const;

/** Storage writes that make an address the owner of an id. */
export function holdId(fid: number, custody: Hex.Hex): StorageWrite[] {
  const { address } = idRegistry;
  return [
    [address, word(fid), Hex.padLeft(custody, 32)],
    [address, Hex.padLeft(custody, 32), word(fid)],
  ];
}

export const custodyOf = AbiFunction.from('function custodyOf(uint256 fid) view returns (address)');

/** Storage writes that add an address to an id's keys (state 1) as an auth address (type 2), or remove it (state 2). */
export const setAuthAddress = (fid: number, address: Hex.Hex, state: 1 | 2 = 1): StorageWrite[] =>
  setKey(fid, { key: Hex.padLeft(address, 32), state, type: 2 });

/** Storage writes that add an Ed25519 key that signs messages (type 1) to an id's keys, or remove it. */
export const setSigner = (fid: number, key: Hex.Hex, state: 1 | 2 = 1): StorageWrite[] =>
  setKey(fid, { key, state, type: 1 });

function setKey(fid: number, added: { key: Hex.Hex; state: 1 | 2; type: 1 | 2 }): StorageWrite[] {
  const { address } = keyRegistry;
  const slot = BigInt(Hash.keccak256(Hex.concat(word(fid), added.key)));
  return [
    [address, word(slot), word(added.state)],
    [address, word(slot + 1n), word(added.type)],
  ];
}
