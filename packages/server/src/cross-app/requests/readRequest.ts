import { crossAppMethods, fail, limits } from '@latchkey/wire';
import { ethereumAddress } from '../../users/index.ts';

export interface WalletCall {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly chainId: number | null;
  /** Wallet that the call names; null for a transaction that names none. */
  readonly address: string | null;
}

/** Request read from the address of a popup. */
export interface ReadRequest {
  readonly call: WalletCall;
  /** Time at which the requester made the request, Unix ms. */
  readonly atMs: number;
  readonly page: string;
}

type Fields = Readonly<Record<string, unknown>>;

const mostDepth = 64;

const refuse = (): never => fail('invalid_data', { message: 'The request cannot be read' });

/**
 * Returns true if a value may be passed on (S56). An attacker could name a field `__proto__`, which changes the
 * prototype of a copy, or nest so deeply that a reader's stack overflows.
 */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= mostDepth) return false;
  if (Array.isArray(value)) return value.every((one) => isPlain(one, depth + 1));
  return Object.entries(value).every(([name, one]) => name !== '__proto__' && isPlain(one, depth + 1));
}

/** @throws ServiceError `invalid_data` */
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : refuse();
}

const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** Parses untrusted JSON. @throws ServiceError `invalid_data` */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isPlain(value)) return value;
  } catch {
    // Drops the parser's error, which may quote the text.
  }
  return refuse();
}

/**
 * Reads the request that a page of react-auth sends in the address of its popup: `{ content: { request: { request: {
 * method, params } } }, timestamp, callbackUrl }`.
 *
 * @throws ServiceError `invalid_data`, `not_supported` for a method that is not offered
 */
export function readRequest(text: string): ReadRequest {
  if (text.length > limits.crossAppRequestLength) refuse();
  const fields = fieldsOf(readJson(text));
  const { callbackUrl, timestamp } = {
    callbackUrl: own(fields, 'callbackUrl'),
    timestamp: own(fields, 'timestamp'),
  };
  const outer = fieldsOf(own(fieldsOf(own(fields, 'content')), 'request'));
  const call = readCall(own(outer, 'request'), [...crossAppMethods].slice(0, 3));
  if (typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp)) return refuse();
  return { call, atMs: timestamp, page: readPage(callbackUrl) };
}

/** @throws ServiceError `invalid_data` */
function readPage(address: unknown): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : refuse();
  // An attacker could use `https://game.example@evil.example`, which looks like `game.example` and
  // leads to `evil.example`.
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') refuse();
  return url.origin;
}

/**
 * Reads a call to a wallet, in the format of EIP-1193.
 *
 * @throws ServiceError `invalid_data`, `not_supported` for a method that is not offered
 */
export function readCall(value: unknown, methods: readonly string[]): WalletCall {
  const fields = fieldsOf(value);
  const method = own(fields, 'method');
  const params = own(fields, 'params');
  if (typeof method !== 'string' || !Array.isArray(params)) return refuse();
  if (!methods.includes(method)) {
    fail('not_supported', {
      message: 'This method cannot be asked of a wallet of another app',
      details: { reason: 'cross_app_method' },
    });
  }
  const [first, second] = params;
  const named = toChainId(own(fields, 'chainId'));
  if (method === 'personal_sign') {
    if (typeof first !== 'string' || params.length < 2) return refuse();
    // Some dapps send the address first.
    const isReversed =
      ethereumAddress.test(first) && typeof second === 'string' && !ethereumAddress.test(second);
    const [data, signer] = isReversed ? [second, first] : [first, second];
    return { method, params: [data, signer], chainId: named, address: toAddress(signer) };
  }
  if (method === 'eth_signTypedData_v4') {
    if (params.length < 2) return refuse();
    const data = fieldsOf(typeof second === 'string' ? readJson(second) : second);
    const chainId = named ?? chainOfDomain(own(data, 'domain'));
    return { method, params: [first, second], chainId, address: toAddress(first) };
  }
  const tx = fieldsOf(first);
  const from = own(tx, 'from');
  return {
    method,
    params: [first],
    chainId: toChainId(own(tx, 'chainId')) ?? named,
    address: from === undefined || from === null ? null : toAddress(from),
  };
}

/** @throws ServiceError `invalid_data` */
function toAddress(value: unknown): string {
  return typeof value === 'string' && ethereumAddress.test(value) ? value : refuse();
}

/** Returns null if the value is missing. @throws ServiceError `invalid_data` */
function toChainId(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const isWritten = typeof value === 'string' && /^(?:0x[0-9a-f]{1,13}|\d{1,16})$/i.test(value);
  const chainId = isWritten ? Number(value) : value;
  return typeof chainId === 'number' && Number.isSafeInteger(chainId) && chainId > 0 ? chainId : refuse();
}

/**
 * Returns the chain of a typed-data domain, or null if it has none that can be read. The contract defines the domain,
 * so other forms are allowed.
 */
function chainOfDomain(domain: unknown): number | null {
  const value =
    typeof domain === 'object' && domain !== null && !Array.isArray(domain)
      ? own(domain as Fields, 'chainId')
      : null;
  const chainId = typeof value === 'string' ? Number(value) : value;
  return typeof chainId === 'number' && Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null;
}
