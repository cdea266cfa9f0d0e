import * as ContractAddress from 'ox/ContractAddress';
import { SignatureErc6492 } from 'ox/erc6492';
import * as Hex from 'ox/Hex';
import type { Key } from './people.ts';

/** A contract account that accepts its owner's signatures. */
export interface SmartAccount {
  readonly address: Hex.Hex;
  /** Signs for the deployed contract (ERC-1271). */
  readonly deployed: Key;
  /** Signs for a chain without the contract: the signature includes the deployment (ERC-6492). */
  readonly undeployed: Key;
  readonly deployment: { readonly to: Hex.Hex; readonly data: Hex.Hex };
}

/** Address of a contract that deploys code with CREATE2. */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const salt = Hex.fromNumber(0, { size: 32 });

export function createSmartAccount(owner: Key): SmartAccount {
  const code = codeOf(owner.address);
  const size = Hex.fromNumber(Hex.size(code), { size: 1 });
  // Deployment code that returns the account's code, which begins at byte 9.
  const initCode = Hex.concat('0x60', size, '0x8060095f395ff3', code);
  const address = ContractAddress.fromCreate2({ from: factory, salt, bytecode: initCode });
  const deployment = { to: factory, data: Hex.concat(salt, initCode) } as const;
  return {
    address,
    deployment,
    deployed: { address, sign: owner.sign },
    undeployed: {
      address,
      sign: (message) => SignatureErc6492.wrap({ ...deployment, signature: owner.sign(message) }),
    },
  };
}

/** `isValidSignature(bytes32,bytes)` of ERC-1271 only: returns the magic value if the owner's key signed the hash. */
const codeOf = (owner: Hex.Hex) =>
  Hex.concat(
    '0x6004355f52', // memory[0] = the hash
    '0x60a43560f81c602052', // memory[32] = v
    '0x6064356040526084356060526020', // memory[64] = r, memory[96] = s
    '0x5f60805f60015afa50', // memory[0] = ecrecover of them
    '0x5f5173', // is it the owner?
    owner,
    '0x14631626ba7e60e01b02', // the magic value, or zero
    '0x5f5260205ff3',
  );
