import {
  type AbiType,
  address,
  bool,
  bytes,
  bytes32,
  list,
  readArguments,
  struct,
  uint,
  type Values,
} from './abi.ts';
import type { Call } from './tokenCalls.ts';

type Form = (args: Uint8Array, batch: Call) => readonly Call[] | null;

function form<const Types extends readonly AbiType<unknown>[]>(
  types: Types,
  toCalls: (values: Values<Types>, batch: Call) => readonly Call[],
): Form {
  return (args, batch) => {
    const values = readArguments(types, args);
    return values && toCalls(values, batch);
  };
}

/** Returns calls that a contract makes to itself by `delegatecall`: as if its caller had made each of them. */
const toOwnCalls = (calls: readonly Uint8Array[], { to, sender }: Call) =>
  calls.map((data) => ({ to, sender, value: 0n, data }));
const multicall = form([list(bytes)], ([calls], batch) => toOwnCalls(calls, batch));
const multicallUntil = form([uint(256), list(bytes)], ([, calls], batch) => toOwnCalls(calls, batch));
const multicallAfter = form([bytes32, list(bytes)], ([, calls], batch) => toOwnCalls(calls, batch));

/**
 * Returns a call by Multicall3 or a similar contract, which calls others as itself: it moves tokens that are its own
 * or were approved to it before.
 */
const target = (to: string, data: Uint8Array, { to: sender }: Call, value = 0n) => ({
  to,
  sender,
  value,
  data,
});
const aggregate = form([list(struct(address, bytes))], ([calls], batch) =>
  calls.map(([to, data]) => target(to, data, batch)),
);
const tryAggregate = form([bool, list(struct(address, bytes))], ([, calls], batch) =>
  calls.map(([to, data]) => target(to, data, batch)),
);
const aggregate3 = form([list(struct(address, bool, bytes))], ([calls], batch) =>
  calls.map(([to, , data]) => target(to, data, batch)),
);
const aggregate3Value = form([list(struct(address, bool, uint(256), bytes))], ([calls], batch) =>
  calls.map(([to, , value, data]) => target(to, data, batch, value)),
);

/** Forms of batch calls by selector. */
const forms = new Map<string, Form>([
  ['0xac9650d8', multicall],
  ['0x5ae401dc', multicallUntil],
  ['0x1f0464d1', multicallAfter],
  ['0x252dba42', aggregate],
  ['0xc3077fa9', aggregate],
  ['0xbce38bd7', tryAggregate],
  ['0x399542e9', tryAggregate],
  ['0x82ad56cb', aggregate3],
  ['0x174dea71', aggregate3Value],
]);

/**
 * Returns the calls that a batch contains. Returns null if the call is not a batch, is empty, or is not in the strict
 * form.
 */
export function readBatch(call: Call, selector: string): readonly Call[] | null {
  const calls = forms.get(selector)?.(call.data.subarray(4), call) ?? null;
  return calls?.length ? calls : null;
}
