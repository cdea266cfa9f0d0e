import { toChecksumAddress } from '../decode/checksum.ts';
import { type Decoded, decodeTypedData } from '../decode/decodeTypedData.ts';
import { encodeType, type StructTypes } from '../decode/typedDataTypes.ts';
import type { TransactionAction } from './action.ts';
import { isPermit2, toApproval } from './approval.ts';

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const permissions = 'TokenPermissions(address token,uint256 amount)';
const transferTail = 'address spender,uint256 nonce,uint256 deadline';

/** Complete types that approve tokens. A type with one member more or less may mean anything. */
const tokenPermit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const daiPermit = 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)';
const permit2Types = [
  `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
  `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
  `PermitTransferFrom(TokenPermissions permitted,${transferTail})${permissions}`,
  `PermitBatchTransferFrom(TokenPermissions[] permitted,${transferTail})${permissions}`,
];
/** Beginnings of types that end in a witness: a struct of the spender's own, of which Permit2 sees only the hash. */
const witnessTypes = [
  `PermitWitnessTransferFrom(TokenPermissions permitted,${transferTail},`,
  `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${transferTail},`,
];

/**
 * Reads typed data that approves tokens: EIP-2612, DAI's permit, and Permit2. Signing a permit costs no fee and leaves
 * no trace on the chain, but a permit can move as much as an approval on the chain.
 *
 * @param typedData the object, or its JSON text
 * @returns null for any other typed data
 * @throws Refusal if the frame refuses to sign the data
 */
export function readPermit(typedData: unknown): TransactionAction | null {
  const { types, domain, message } = decodeTypedData(typedData);
  const contract = addressOf(memberOf(domain, 'verifyingContract'));
  if (message === null || contract === null) return null;
  const type = encodeType(message.type, types);
  if (type === tokenPermit || type === daiPermit) {
    const owner = getAddress(message, type === tokenPermit ? 'owner' : 'holder');
    const spender = getAddress(message, 'spender');
    return toApproval({ token: contract, owner, spender, amount: amountOf(message) });
  }
  if (!isPermit2(contract) || !isPermit2Type(type, types)) return null;
  const spender = getAddress(message, 'spender');
  const approve = (one: Decoded | undefined) =>
    toApproval({ token: getAddress(one, 'token'), owner: null, spender, amount: amountOf(one) });
  const named = memberOf(message, 'details') ?? memberOf(message, 'permitted');
  if (named?.kind !== 'list') return approve(named);
  return named.items.length > 0 ? { kind: 'batch', contract, actions: named.items.map(approve) } : null;
}

function isPermit2Type(type: string, types: StructTypes): boolean {
  if (permit2Types.includes(type)) return true;
  const isWitnessed = witnessTypes.some((start) => type.startsWith(start));
  return isWitnessed && encodeType('TokenPermissions', types) === permissions;
}

function memberOf(of: Decoded | undefined, name: string): Decoded | undefined {
  return of?.kind === 'struct' ? of.members.find((member) => member.name === name)?.value : undefined;
}

function addressOf(value: Decoded | undefined): string | null {
  return value?.kind === 'address' ? toChecksumAddress(value.hex) : null;
}

/** Returns an address that the type of the struct declares. */
function getAddress(of: Decoded | undefined, name: string): string {
  const address = addressOf(memberOf(of, name));
  if (address === null) throw new Error(`a permit has an address called ${name}`);
  return address;
}

/** Returns the amount under any of its names; for DAI's `allowed`, the maximum or 0. */
function amountOf(struct: Decoded | undefined): bigint {
  const value = ['value', 'amount', 'allowed'].map((name) => memberOf(struct, name)).find(Boolean);
  if (value?.kind === 'bool') return value.value ? 2n ** 256n - 1n : 0n;
  if (value?.kind !== 'integer') throw new Error('a permit has an amount');
  return value.value;
}
