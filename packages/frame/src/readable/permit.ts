import { toChecksumAddress } from '../sign/checksum.ts';
import { type Decoded, type DecodedStruct, decodeTypedData } from '../sign/decodeTypedData.ts';
import { encodeType } from '../sign/typedDataTypes.ts';
import type { TransactionAction } from './action.ts';
import { isPermit2, toApproval } from './approval.ts';

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const permissions = 'TokenPermissions(address token,uint256 amount)';
const transferTail = 'address spender,uint256 nonce,uint256 deadline';

/** Types that approve tokens, complete: a type with a member more or less may mean anything. */
const tokenPermit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)';
const daiPermit = 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)';
const permit2Types = [
  `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
  `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
  `PermitTransferFrom(TokenPermissions permitted,${transferTail})${permissions}`,
  `PermitBatchTransferFrom(TokenPermissions[] permitted,${transferTail})${permissions}`,
];
/** These end in a witness, a struct of the spender's own, which says more and approves nothing. */
const witnessTypes = [
  `PermitWitnessTransferFrom(TokenPermissions permitted,${transferTail},`,
  `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${transferTail},`,
];

/**
 * Reads typed data that approves tokens: EIP-2612, DAI's permit, and Permit2. It costs no fee and shows in no wallet's history,
 * and moves as much as an approval on the chain.
 *
 * @param typedData the object, or its JSON text
 * @returns null for any other typed data
 * @throws Refusal for what the frame refuses to sign
 */
export function readPermit(typedData: unknown): TransactionAction | null {
  const { types, domain, message } = decodeTypedData(typedData);
  const contract = addressOf(memberOf(domain, 'verifyingContract'));
  if (message === null || contract === null) return null;
  const type = encodeType(message.type, types);
  const spender = addressOf(memberOf(message, 'spender'));
  if (spender === null) return null;
  if (type === tokenPermit || type === daiPermit) {
    const owner = addressOf(memberOf(message, type === tokenPermit ? 'owner' : 'holder'));
    return toApproval({ token: contract, owner, spender, amount: amountOf(message) });
  }
  const isWitnessed =
    witnessTypes.some((start) => type.startsWith(start)) &&
    encodeType('TokenPermissions', types) === permissions;
  if (!isPermit2(contract) || !(isWitnessed || permit2Types.includes(type))) return null;
  const named = memberOf(message, 'details') ?? memberOf(message, 'permitted');
  const actions = (named?.kind === 'list' ? named.items : [named]).flatMap((one) => {
    const token = one?.kind === 'struct' ? addressOf(memberOf(one, 'token')) : null;
    if (one?.kind !== 'struct' || token === null) return [];
    return [toApproval({ token, owner: null, spender, amount: amountOf(one) })];
  });
  if (named?.kind === 'struct') return actions[0] ?? null;
  return actions.length > 0 ? { kind: 'batch', contract, actions } : null;
}

function memberOf({ members }: DecodedStruct, name: string): Decoded | undefined {
  return members.find((member) => member.name === name)?.value;
}

function addressOf(value: Decoded | undefined): string | null {
  return value?.kind === 'address' ? toChecksumAddress(value.hex) : null;
}

/** The amount by one of its names; all there is for DAI's `allowed`. */
function amountOf(struct: DecodedStruct): bigint {
  const value = memberOf(struct, 'value') ?? memberOf(struct, 'amount') ?? memberOf(struct, 'allowed');
  if (value?.kind === 'bool') return value.value ? 2n ** 256n - 1n : 0n;
  return value?.kind === 'integer' ? value.value : 0n;
}
