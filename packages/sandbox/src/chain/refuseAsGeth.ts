import { findSignedCost } from './signedCost.ts';

type SendRequest = (method: string, params: readonly unknown[]) => Promise<unknown>;

interface Request {
  readonly method?: unknown;
  readonly params?: unknown;
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

type Call = Readonly<Partial<Record<'from' | 'gas' | 'gasPrice' | 'maxFeePerGas' | 'value', string>>>;

const affected = /"eth_(?:sendRawTransaction|sendTransaction|call|estimateGas)"/;
const insufficient = 'insufficient funds for gas * price + value';
const nobody = `0x${'0'.repeat(40)}`;
/** Gas of a call without a gas limit in Geth (`--rpc.gascap`). */
const callGas = 50_000_000n;

/**
 * Replaces Anvil's errors for accounts that cannot pay with the code and message of Geth (1.15), which wallets and
 * their libraries read. Anvil uses a code of its own (-32003), and estimates the gas of transfers that cannot be sent.
 *
 * @param text the request, or a batch of them
 * @param answer Anvil's response
 */
export async function refuseAsGeth(text: string, answer: Response, send: SendRequest): Promise<Response> {
  const requests = affected.test(text) ? toRequests(text) : null;
  if (!requests) return answer;
  const said: unknown = await answer.json();
  const replies = await Promise.all(
    toList(said).map((reply, place) => checked(requests[place], reply as Reply, send)),
  );
  return Response.json(Array.isArray(said) ? replies : replies[0], { status: answer.status });
}

function toRequests(text: string): Request[] | null {
  try {
    return toList(JSON.parse(text)) as Request[];
  } catch {
    return null;
  }
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

async function checked(request: Request | undefined, reply: Reply, send: SendRequest): Promise<Reply> {
  const { method, params } = request ?? {};
  const [first, block = 'latest', overrides] = Array.isArray(params) ? params : [];
  const isShort = reply.error !== undefined && /^insufficient funds/i.test(reply.error.message);
  // The balance that the node reports does not apply to a call that overrides the chain's state.
  const isOfState = !overrides && typeof first === 'object' && first !== null;
  let message: string | null = isShort ? insufficient : null;
  if (method === 'eth_sendRawTransaction' && isShort) message = await ofSigned(first, send);
  else if (method === 'eth_call' && isShort && isOfState) message = await ofCall(first, block, send);
  else if (method === 'eth_estimateGas' && isOfState) message = await ofEstimate(first, block, reply, send);
  if (message === null) return reply;
  const { result: _, ...rest } = reply;
  return { ...rest, error: { code: -32_000, message } };
}

async function ofSigned(serialized: unknown, send: SendRequest): Promise<string> {
  const signed = findSignedCost(serialized);
  if (!signed) return insufficient;
  const balance = await balanceOf(signed.from, 'latest', send);
  return `${insufficient}: balance ${balance}, tx cost ${signed.cost}, overshot ${signed.cost - balance}`;
}

async function ofCall(call: Call, block: unknown, send: SendRequest): Promise<string> {
  const gas = toBigInt(call.gas) || callGas;
  const balance = await balanceOf(call.from, block, send);
  return `err: ${wanting(call, balance, gas)} (supplied gas ${gas})`;
}

/** Returns Geth's reason to refuse an estimate. Null if Geth estimates it, or the call is wrong for another reason. */
async function ofEstimate(
  call: Call,
  block: unknown,
  reply: Reply,
  send: SendRequest,
): Promise<string | null> {
  const [price, value] = [priceOf(call), toBigInt(call.value)];
  if (price === 0n && value === 0n) return null;
  const balance = await balanceOf(call.from, block, send);
  if (price === 0n) {
    if (balance >= value) return null;
    const gas = toBigInt(call.gas) || (await gasLimitOf(block, send));
    return `failed with ${gas} gas: ${wanting(call, balance, gas)}`;
  }
  if (value > 0n && value >= balance) return 'insufficient funds for transfer';
  const allowance = (balance - value) / price;
  const needed = typeof reply.result === 'string' ? BigInt(reply.result) : 0n;
  return needed > allowance ? `gas required exceeds allowance (${allowance})` : null;
}

function wanting(call: Call, balance: bigint, gas: bigint): string {
  const want = gas * priceOf(call) + toBigInt(call.value);
  return `${insufficient}: address ${call.from ?? nobody} have ${balance} want ${want}`;
}

const priceOf = ({ maxFeePerGas, gasPrice }: Call) => toBigInt(maxFeePerGas ?? gasPrice);

/** Reads a JSON-RPC quantity. Returns zero if it is absent or has another form. */
function toBigInt(quantity: unknown): bigint {
  return typeof quantity === 'string' && /^0x[0-9a-f]+$/i.test(quantity) ? BigInt(quantity) : 0n;
}

async function balanceOf(address: unknown, block: unknown, send: SendRequest): Promise<bigint> {
  return toBigInt(await send('eth_getBalance', [address ?? nobody, block]));
}

async function gasLimitOf(block: unknown, send: SendRequest): Promise<bigint> {
  const name = typeof block === 'string' ? block : 'latest';
  const found = (await send('eth_getBlockByNumber', [name, false])) as { gasLimit?: unknown } | null;
  return toBigInt(found?.gasLimit);
}
