import {
  decodeTransaction,
  readTransaction,
  type Transaction,
  type TransactionAction,
} from '@latchkey/frame/readable';
import { fail } from '@latchkey/wire';
import { bytesToHex } from '../../hex.ts';
import type { AccessList, CheckedTransaction, Hex } from '../transaction.ts';
import { toQuantity } from './quantities.ts';
import { refuseRequest } from './refuseRequest.ts';

type Fields = Partial<Record<string, unknown>>;

/** Transactions that {@link toCheckedTransaction} returned. They are frozen, so they need no second check. */
const checkedTransactions = new WeakSet<object>();

/**
 * Checks a host's transaction and copies it. A script of the page could change the object after the check, so the
 * review and the signature use the copy. Rejects what the wallet frame would refuse to sign, such as unknown fields,
 * contradictory fees, blobs (type 3) and delegations (type 4).
 *
 * Returns an already checked transaction of this wallet unchanged, for example one that a screen passes back.
 *
 * @param given.address wallet that sends
 * @param given.chainId chain for a request that names none
 * @throws ServiceError `invalid_data` (TX-14, TX-16)
 */
export function toCheckedTransaction(
  request: unknown,
  given: { readonly address: string; readonly chainId: number },
): CheckedTransaction {
  if (isChecked(request) && request.from === given.address) return request;
  const fields = readFields(request);
  const quantity = (name: string) => toQuantity(name, fields[name]);
  const { chainId = given.chainId } = fields;
  if (typeof chainId !== 'number')
    fail('invalid_data', { message: "Transaction request property 'chainId' must be a number." });
  const fees = {
    gasPrice: quantity('gasPrice'),
    maxFeePerGas: quantity('maxFeePerGas'),
    maxPriorityFeePerGas: quantity('maxPriorityFeePerGas'),
  };
  const gasLimit = quantity('gasLimit');
  const value = quantity('value');
  const decoded = decode({ ...fields, ...fees, chainId, gasLimit, value });
  // Rejects a request that expects another account to pay.
  if (decoded.from !== null && decoded.from.toLowerCase() !== given.address.toLowerCase())
    refuseRequest('from is not the wallet that sends');
  const checked: CheckedTransaction = Object.freeze({
    from: given.address,
    to: decoded.to,
    value: decoded.value,
    data: decoded.data as Hex,
    chainId,
    ...fees,
    gasLimit,
    nonce: fields.nonce === undefined ? null : decoded.nonce,
    type: fields.type === undefined ? null : typeNumbers[decoded.type],
    accessList: fields.accessList === undefined ? null : toFrozen(decoded.accessList),
  });
  checkedTransactions.add(checked);
  return checked;
}

const isChecked = (request: unknown): request is CheckedTransaction =>
  typeof request === 'object' && request !== null && checkedTransactions.has(request);

const toFrozen = (list: AccessList): AccessList =>
  Object.freeze(
    list.map(({ address, storageKeys }) =>
      Object.freeze({ address, storageKeys: Object.freeze([...storageKeys]) }),
    ),
  );

/** Reads the action of a checked transaction. It does not depend on the fields that are still null. */
export function readAction(
  checked: CheckedTransaction,
  facts?: Parameters<typeof readTransaction>[1],
): TransactionAction {
  return readTransaction(fill({ ...checked }), facts).action;
}

const typeNumbers = { legacy: 0, eip2930: 1, eip1559: 2 } as const satisfies Record<
  Transaction['type'],
  number
>;

/** Decodes a transaction with the decoder that the frame uses before it signs. */
function decode(fields: Fields): Transaction {
  try {
    return decodeTransaction(fill(fields));
  } catch (error) {
    return refuseRequest(error instanceof Error ? error.message.slice(0, 160) : 'it is none');
  }
}

/** Fills in placeholders for a missing nonce, gas limit and fees, so the frame's decoder can check the other fields. */
function fill(fields: Fields): Fields {
  const { nonce, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fields;
  const isMarket = isSet(maxFeePerGas) || isSet(maxPriorityFeePerGas) || isMarketType(fields.type);
  const fees = isMarket
    ? {
        maxFeePerGas: maxFeePerGas ?? maxPriorityFeePerGas ?? 0n,
        maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
        // Passed on, so the frame's decoder rejects it, unless it repeats `maxFeePerGas` in a request of type 2.
        ...(isSet(gasPrice) ? { gasPrice } : {}),
      }
    : { gasPrice: gasPrice ?? 0n };
  return { ...fields, ...fees, nonce: nonce ?? 0, gasLimit: gasLimit ?? 21_000n };
}

const isSet = (value: unknown) => value !== undefined && value !== null;
const isMarketType = (type: unknown) =>
  [2, 2n, 'eip1559'].includes(type as number) || /^0x0*2$/.test(String(type));

/** Returns the fields that have a value. Resolves the aliases `gas` and `input`; converts bytes and access lists. */
function readFields(request: unknown): Fields {
  if (typeof request !== 'object' || request === null || Array.isArray(request))
    refuseRequest('it must be an object');
  const { gas, input, ...others } = Object.fromEntries(
    Object.entries(request).filter(([, value]) => isSet(value)),
  ) as Fields;
  const fields: Fields = { ...others };
  const gasLimit = oneOf('gasLimit', others.gasLimit, gas);
  const data = oneOf('data', others.data, input);
  if (isSet(gasLimit)) fields.gasLimit = gasLimit;
  if (isSet(data)) fields.data = toHexData(data);
  if (isSet(others.accessList)) fields.accessList = toEntries(others.accessList);
  return fields;
}

/** Returns the value of a field that has two names. Rejects two different values. */
function oneOf(name: string, value: unknown, other: unknown): unknown {
  const spell = (one: unknown) => (typeof one === 'string' ? one.toLowerCase() : one);
  if (isSet(value) && isSet(other) && spell(value) !== spell(other)) refuseRequest(`${name} is given twice`);
  return value ?? other;
}

/** Geth's transaction pool accepts no transaction above 128 KiB. */
const maxBytes = 131_072;

/** Converts an array of bytes to hex. Returns a string unchanged, because the decoder checks it. */
function toHexData(data: unknown): unknown {
  if (typeof data === 'string') return data;
  const { length } = Object(data) as ArrayLike<unknown>;
  if (!Number.isInteger(length) || length < 0 || length > maxBytes) refuseRequest('data is no bytes');
  const bytes = Array.from(data as ArrayLike<unknown>);
  const isByte = (byte: unknown) => Number.isInteger(byte) && Number(byte) >= 0 && Number(byte) <= 255;
  if (!bytes.every(isByte)) refuseRequest('data is no bytes');
  return bytesToHex(bytes.map(Number));
}

/** Converts the three forms of an access list to the frame's form. */
function toEntries(list: unknown): unknown {
  const entries: unknown[] = Array.isArray(list) ? list : Object.entries(Object(list));
  return entries.map((entry) =>
    Array.isArray(entry) ? { address: entry[0], storageKeys: entry[1] } : entry,
  );
}
