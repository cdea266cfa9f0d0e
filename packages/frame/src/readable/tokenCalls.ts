import {
  type AbiType,
  address,
  bool,
  bytes,
  bytes32,
  list,
  readArguments,
  uint,
  type Values,
} from './abi.ts';
import type { ContractFacts, TransactionAction } from './action.ts';
import { isPermit2, toApproval } from './approval.ts';
import { findNetwork } from './networks.ts';

export interface Call {
  readonly to: string;
  /** Caller: null for the wallet that signs, otherwise a contract. */
  readonly sender: string | null;
  /** In wei. */
  readonly value: bigint;
  readonly data: Uint8Array;
}

/** Chain of a call, and facts about its contracts. */
export interface CallContext {
  readonly chainId: number;
  readonly facts: ContractFacts;
}

/** Returns the effect of a call in one form; null if it is not known. */
type Form = (args: Uint8Array, call: Call, place: CallContext) => TransactionAction | null;

function form<const Types extends readonly AbiType<unknown>[]>(
  types: Types,
  toAction: (values: Values<Types>, call: Call, place: CallContext) => TransactionAction | null,
): Form {
  return (args, call, place) => {
    const values = readArguments(types, args);
    return values && toAction(values, call, place);
  };
}

const word = uint(256);
const signature = [uint(8), bytes32, bytes32] as const;

const transfer = form([address, word], ([to, amount], { to: token, sender: from }) => ({
  ...({ kind: 'token-transfer', token, from, to, amount } as const),
}));

/** Moves a token, or one item if the contract is known to be a collection: the call is the same. */
const transferFrom = form([address, address, word], ([from, to, amount], { to: token }, { facts }) =>
  facts.isCollection?.(token) === true
    ? toNftTransfer(token, from, to, [{ id: amount, amount: 1n }])
    : { kind: 'token-transfer', token, from, to, amount },
);
const approve = form([address, word], ([spender, amount], { to, sender: owner }, { facts }) => {
  if (facts.isCollection?.(to) !== true) return toApproval({ token: to, owner, spender, amount });
  const isGranted = BigInt(spender) !== 0n;
  return { kind: 'nft-approval', collection: to, owner, operator: spender, id: amount, isGranted };
});
const changeAllowance = (change: 'increase' | 'decrease') =>
  form([address, word], ([spender, amount], { to: token, sender: owner }) =>
    toApproval({ token, owner, spender, amount }, change),
  );

const permit = form([address, address, word, word, ...signature], ([owner, spender, amount], { to: token }) =>
  toApproval({ token, owner, spender, amount }),
);
/** DAI's own permit, older than EIP-2612: all or nothing. */
const permitAll = form(
  [address, address, word, word, bool, ...signature],
  ([owner, spender, , , isAllowed], { to: token }) =>
    toApproval({ token, owner, spender, amount: isAllowed ? 2n ** 256n - 1n : 0n }),
);

const moveItem = form([address, address, word], ([from, to, id], { to: collection }) =>
  toNftTransfer(collection, from, to, [{ id, amount: 1n }]),
);
const moveItemWithData = form([address, address, word, bytes], ([from, to, id], { to: collection }) =>
  toNftTransfer(collection, from, to, [{ id, amount: 1n }]),
);
const moveUnits = form([address, address, word, word, bytes], ([from, to, id, amount], { to: collection }) =>
  toNftTransfer(collection, from, to, [{ id, amount }]),
);
const moveMany = form(
  [address, address, list(word), list(word), bytes],
  ([from, to, ids, amounts], { to: collection }) => {
    if (ids.length === 0 || ids.length !== amounts.length) return null;
    const items = ids.map((id, index) => ({ id, amount: amounts[index] ?? 0n }));
    return toNftTransfer(collection, from, to, items);
  },
);
const approveAll = form([address, bool], ([operator, isGranted], { to: collection, sender: owner }) => ({
  ...({ kind: 'nft-approval', collection, owner, operator, id: null, isGranted } as const),
}));

/**
 * A malicious contract could keep what is 'deposited'. A call counts as wrapping only if the contract is known to
 * wrap the coin.
 */
const wrap = form([], (_, call, place) =>
  isWrapper(call, place) ? { kind: 'wrap', token: call.to, amount: call.value } : null,
);
const unwrap = form([word], ([amount], call, place) =>
  isWrapper(call, place) ? { kind: 'unwrap', token: call.to, amount } : null,
);

const approveAtPermit2 = form(
  [address, address, uint(160), uint(48)],
  ([token, spender, amount], { to, sender: owner }) =>
    isPermit2(to) ? toApproval({ token, owner, spender, amount }) : null,
);
const transferAtPermit2 = form([address, address, uint(160), address], ([from, to, amount, token], call) =>
  isPermit2(call.to) ? { kind: 'token-transfer', token, from, to, amount } : null,
);

/** Forms by selector: the first four bytes of the hash of name and types. */
const forms = new Map<string, Form>([
  ['0xa9059cbb', transfer],
  ['0x23b872dd', transferFrom],
  ['0x095ea7b3', approve],
  ['0x39509351', changeAllowance('increase')],
  ['0xa457c2d7', changeAllowance('decrease')],
  ['0xd505accf', permit],
  ['0x8fcbaf0c', permitAll],
  ['0x42842e0e', moveItem],
  ['0xb88d4fde', moveItemWithData],
  ['0xf242432a', moveUnits],
  ['0x2eb2c2d6', moveMany],
  ['0xa22cb465', approveAll],
  ['0xd0e30db0', wrap],
  ['0x2e1a7d4d', unwrap],
  ['0x87517c45', approveAtPermit2],
  ['0x36c78516', transferAtPermit2],
]);

/**
 * Returns the effect of a call of a token, a collection, a wrapper of the coin, or Permit2. Returns null for any other
 * call, or if the arguments are not in the strict form.
 */
export function readTokenCall(call: Call, selector: string, place: CallContext): TransactionAction | null {
  return forms.get(selector)?.(call.data.subarray(4), call, place) ?? null;
}

function toNftTransfer(
  collection: string,
  from: string,
  to: string,
  items: readonly { readonly id: bigint; readonly amount: bigint }[],
): TransactionAction {
  return { kind: 'nft-transfer', collection, from, to, items };
}

function isWrapper({ to, sender }: Call, { chainId, facts }: CallContext): boolean {
  return sender === null && (findNetwork(chainId)?.wrapper === to || facts.isWrapper?.(to) === true);
}
