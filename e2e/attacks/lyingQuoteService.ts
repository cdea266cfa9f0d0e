import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Quote request of a client, as Relay documents it. The amount is a string of decimal digits. */
export interface QuoteAsked {
  readonly user: string;
  readonly recipient: string;
  readonly originChainId: number;
  readonly destinationChainId: number;
  readonly originCurrency: string;
  readonly destinationCurrency: string;
  readonly amount: string;
  readonly tradeType: string;
}

interface Transaction {
  from: string;
  to?: string;
  value: string;
  data: string;
  chainId: number | string;
  [field: string]: unknown;
}

interface Item {
  status: string;
  data: Transaction;
  check?: { endpoint: string; method: string };
}

interface Step {
  id: string;
  action: string;
  description: string;
  kind: string;
  requestId: string;
  items: Item[];
}

interface Side {
  currency: { chainId: number; address: string; symbol: string; decimals: number };
  amount: string;
  amountFormatted: string;
  amountUsd: string;
  minimumAmount: string;
}

interface Quote {
  steps: Step[];
  fees: Record<string, unknown>;
  details: {
    sender: string;
    recipient: string;
    currencyIn: Side;
    currencyOut: Side;
    timeEstimate: number;
    [field: string]: unknown;
  };
}

/** Changes an honest quote in place, or returns the response that is sent instead. */
export type Lie = (quote: Quote, asked: QuoteAsked) => unknown;

const native = `0x${'0'.repeat(40)}`;
/** Address that receives everything the attacker takes. */
const lair = '0x7417f00000000000000000000000000000007417';
/** Address without a contract, called as if it were a token. */
const otherToken = '0x00000000000000000000000000000000000070c3';
const unlimited = 2n ** 256n - 1n;

const word = (value: bigint | string) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0');
const call = (selector: string, ...words: (bigint | string)[]) => `0x${selector}${words.map(word).join('')}`;
const approve = (spender: string, amount: bigint) => call('095ea7b3', spender, amount);
const transfer = (to: string, amount: bigint) => call('a9059cbb', to, amount);

const deposit = ({ steps }: Quote) => {
  const step = steps.at(-1);
  const item = step?.items[0];
  if (!step || !item) throw new Error('The thief has no deposit to lie about');
  return { step, item, data: item.data };
};
const amountIn = ({ details }: Quote) => BigInt(details.currencyIn.amount);

/** Inserts a step before the deposit. */
function before(quote: Quote, change: Partial<Transaction>, about: Partial<Step> = {}): void {
  const { step, data } = deposit(quote);
  quote.steps.unshift({
    ...step,
    id: 'approve',
    description: 'Allow the deposit',
    ...about,
    items: [{ status: 'incomplete', data: { ...data, value: '0', ...change } }],
  });
}

/** Changes the quote to an approval step with this call, followed by a deposit of the quoted total. */
function approving(quote: Quote, asked: QuoteAsked, data: string): void {
  const { data: deposited } = deposit(quote);
  deposited.to = lair;
  deposited.data = call('e8017952', amountIn(quote));
  before(quote, { to: asked.originCurrency, data });
}

/** Lies that work for a coin and for a token. */
const common = {
  'the recipient is another wallet': ({ details }) => {
    details.recipient = lair;
  },
  'the sender is another wallet': ({ details }) => {
    details.sender = lair;
  },
  'another account is to sign': (quote) => {
    deposit(quote).data.from = lair;
  },
  'no account is named that signs': (quote) => {
    Reflect.deleteProperty(deposit(quote).data, 'from');
  },
  'it arrives on another network': ({ details }, { originChainId }) => {
    details.currencyOut.currency.chainId = originChainId;
  },
  'it leaves from another network': (quote, { destinationChainId }) => {
    deposit(quote).data.chainId = destinationChainId;
  },
  'the network of the transaction is a text': (quote) => {
    deposit(quote).data.chainId = `${deposit(quote).data.chainId} `;
  },
  'another coin arrives': ({ details }) => {
    details.currencyOut.currency.address = otherToken;
  },
  'another coin leaves': ({ details }) => {
    details.currencyIn.currency.address = otherToken;
  },
  'less arrives than was asked for': ({ details }, { amount }) => {
    details.currencyOut.amount = String(BigInt(amount) - 1n);
  },
  'nothing arrives': ({ details }) => {
    details.currencyOut.amount = '0';
  },
  'more leaves than it says': (quote) => {
    quote.details.currencyIn.amount = String(amountIn(quote) / 2n);
  },
  'a message is to be signed': (quote) => {
    deposit(quote).step.kind = 'signature';
    Object.assign(deposit(quote).data, {
      sign: { signatureKind: 'eip191', message: 'Log in to Tidewater' },
      post: { endpoint: '/execute/permits', method: 'POST' },
    });
  },
  'a permit is to be signed first': (quote, { originCurrency }) => {
    const domain = { verifyingContract: originCurrency };
    const sign = { signatureKind: 'eip712', domain, types: {}, value: { spender: lair } };
    before(quote, { sign }, { id: 'authorize', kind: 'signature' });
  },
  'a further transaction pays the thief': (quote) => {
    const { step, item } = deposit(quote);
    quote.steps.push({
      ...step,
      items: [{ ...item, data: { ...item.data, to: lair, value: '1', data: '0x' } }],
    });
  },
  'a further item of the same step pays the thief': (quote) => {
    const { step, item } = deposit(quote);
    step.items.push({ ...item, data: { ...item.data, to: lair, value: '1', data: '0x' } });
  },
  'a step has a name that no one knows': (quote) => {
    deposit(quote).step.id = 'gift';
  },
  'a contract is created': (quote) => {
    Reflect.deleteProperty(deposit(quote).data, 'to');
  },
  'the account hands itself over': (quote) => {
    const { data } = deposit(quote);
    data.authorizationList = [{ address: lair, chainId: data.chainId, nonce: 0 }];
  },
  'all of another token is approved on the way': (quote) => {
    before(quote, { to: otherToken, data: approve(lair, unlimited) });
  },
  'all collectibles are handed over on the way': (quote) => {
    before(quote, { to: otherToken, data: call('a22cb465', lair, 1n) });
  },
  'an allowance is raised under another name': (quote) => {
    before(quote, { to: otherToken, data: call('39509351', lair, unlimited) });
  },
  'Permit2 is told to hand out': (quote) => {
    const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';
    before(quote, { to: permit2, data: call('87517c45', otherToken, lair, 2n ** 160n - 1n, 2n ** 48n - 1n) });
  },
  'there is nothing to do': (quote) => {
    quote.steps = [];
  },
  'there are fifty steps': (quote) => {
    quote.steps = Array.from({ length: 50 }, () => deposit(quote).step);
  },
  'it does not say what it does': (quote) => {
    Reflect.deleteProperty(quote, 'details');
  },
  'it has no id': (quote) => {
    deposit(quote).step.requestId = '';
  },
  'its id is a path': (quote) => {
    deposit(quote).step.requestId = '../../../admin';
  },
  'its steps are of two quotes': (quote, { originCurrency }) => {
    const other = { requestId: `0x${'ee'.repeat(32)}` };
    before(quote, { to: originCurrency, data: approve(lair, amountIn(quote)) }, other);
  },
  'the value has an exponent': (quote) => {
    deposit(quote).data.value = '1e18';
  },
  'the value is below nothing': (quote) => {
    deposit(quote).data.value = '-1';
  },
  'the value is longer than any': (quote) => {
    deposit(quote).data.value = `0x1${'0'.repeat(64)}`;
  },
  'the amount is a number': ({ details }) => {
    Object.assign(details.currencyIn, { amount: 1e21 });
  },
  'the call is not hex': (quote) => {
    deposit(quote).data.data = 'javascript:alert(1)';
  },
  'it is a list': (quote) => [quote],
  'it is a text': () => JSON.stringify('ok'),
  'it is nothing': () => 'null',
  'it is a page': () => '<!doctype html><script>alert(1)</script>',
} as const satisfies Record<string, Lie>;

/** Lies about payments in the chain's own coin. */
const ofCoin = {
  'the transaction pays more than the total': (quote) => {
    deposit(quote).data.value = String(amountIn(quote) * 2n);
  },
  'the transaction pays less than the total': (quote) => {
    deposit(quote).data.value = String(amountIn(quote) - 1n);
  },
  'it takes three times what arrives': (quote) => {
    const dear = String(BigInt(quote.details.currencyOut.amount) * 3n);
    quote.details.currencyIn.amount = dear;
    deposit(quote).data.value = dear;
  },
} as const satisfies Record<string, Lie>;

/** Lies about payments in a token. */
const ofToken = {
  'the approval is unlimited': (quote, asked) => approving(quote, asked, approve(lair, unlimited)),
  'the approval is of more than the total': (quote, asked) =>
    approving(quote, asked, approve(lair, amountIn(quote) + 1n)),
  'the approval is for another contract': (quote, asked) => {
    approving(quote, asked, approve(lair, amountIn(quote)));
    deposit(quote).data.to = '0x000000000000000000000000000000000000dead';
  },
  'the approval raises what is there': (quote, asked) =>
    approving(quote, asked, call('39509351', lair, amountIn(quote))),
  'the approval has more behind it': (quote, asked) =>
    approving(quote, asked, `${approve(lair, amountIn(quote))}${'00'.repeat(33)}`),
  'the approval pays besides': (quote, asked) => {
    approving(quote, asked, approve(lair, amountIn(quote)));
    Object.assign(quote.steps[0]?.items[0]?.data ?? {}, { value: '1' });
  },
  'the deposit takes more than the total': (quote) => {
    deposit(quote).data.data = transfer(lair, amountIn(quote) + 1n);
  },
  'the deposit takes from a third account': (quote) => {
    deposit(quote).data.data = call('23b872dd', lair, lair, amountIn(quote));
  },
  'the deposit takes the coin besides': (quote) => {
    deposit(quote).data.value = '1';
  },
} as const satisfies Record<string, Lie>;

/** Lies by the type of payment and their names. `giveaways` and `endless` are further lies. */
export const lies = {
  coin: { ...common, ...ofCoin },
  token: { ...common, ...ofToken },
} as const satisfies Record<'coin' | 'token', Record<string, Lie>>;

/**
 * Lies whose deposit calls another token, `otherToken`, by methods that can give away what the payer holds in it, and
 * that a list of forbidden calls may miss.
 */
export const giveaways = Object.fromEntries(
  Object.entries({
    'a token is sent with a call (ERC-677)': call('4000aea0', lair, unlimited, 96n, 0n),
    'a token is sent by its newer name (ERC-777)': call('9bd9bbc6', lair, unlimited, 96n, 0n),
    'an operator is authorized (ERC-777)': call('959b8c3f', lair),
    'collectibles are sent together (ERC-1155)': call('2eb2c2d6', lair, lair, 160n, 224n, 288n, 0n, 0n, 0n),
    'an allowance is raised by its older name': call('d73dd623', lair, unlimited),
    'an allowance is given with a call': call('cae9ca51', lair, unlimited, 96n, 0n),
    'the contract is told to do several things for its caller': call('ac9650d8', 32n, 0n),
  }).map(([name, data]): [string, Lie] => [
    name,
    (quote) => {
      Object.assign(deposit(quote).data, { to: otherToken, data });
    },
  ]),
);

/** A response that is longer than any quote (1 MiB of padding). */
export const endless: Lie = (quote) => ({ ...quote, padding: 'x'.repeat(2 ** 20) });

/** Oddities of a quote that do not change its meaning. */
export const oddities = {
  'it sets a prototype': (quote) =>
    // Written as text, because an object literal would set the prototype instead of a field.
    JSON.stringify(quote).replace('{', '{"__proto__":{"isHonest":true},'),
  'it has fields that no one knows': (quote) => ({
    ...quote,
    constructor: 1,
    steps_: [],
    extra: { to: lair },
  }),
  'it proposes a fee of its own': (quote) => {
    Object.assign(deposit(quote).data, { gas: '30000000', gasPrice: `${10n ** 15n}` });
  },
} as const satisfies Record<string, Lie>;

/** A malicious quote service that wants more than its fee. */
export interface LyingQuoteService {
  readonly url: string;
  /** Requests received except OPTIONS, as `METHOD /path`. */
  readonly seen: readonly string[];
  readonly asked: readonly QuoteAsked[];
  /** Makes further quotes lie in this way; null makes them honest. */
  lie(how: Lie | null): void;
  /** Refuses further quote requests with this message (400); null ends that. */
  refuse(message: string | null): void;
  /** Answers further status requests with this status, whatever happened to the transfer. */
  claim(status: string): void;
  /** Sets the fee of further quotes, in basis points of the amount. */
  charge(basisPoints: bigint): void;
  close(): Promise<void>;
}

/**
 * Starts a quote service that lies on demand. Its honest quotes pay the attacker too, and nothing arrives: a client
 * cannot find that lie before it pays.
 */
export async function startLyingQuoteService(): Promise<LyingQuoteService> {
  const seen: string[] = [];
  const asked: QuoteAsked[] = [];
  let how: Lie | null = null;
  let status = 'waiting';
  let refusal: string | null = null;
  let basisPoints = 10n;
  let count = 0n;

  function quoteOf(request: QuoteAsked): Quote {
    const out = BigInt(request.amount);
    const amount = out + (out * basisPoints) / 10_000n;
    const isNative = request.originCurrency.toLowerCase() === native;
    const requestId = `0x${word(++count)}`;
    const [symbol, decimals] = isNative ? (['ETH', 18] as const) : (['USDC', 6] as const);
    const side = (chainId: number, address: string, value: bigint): Side => ({
      currency: { chainId, address, symbol, decimals },
      amount: String(value),
      amountFormatted: String(Number(value) / 10 ** decimals),
      amountUsd: '1',
      minimumAmount: String(value),
    });
    const currencyIn = side(request.originChainId, request.originCurrency, amount);
    return {
      steps: [
        {
          id: 'deposit',
          action: 'Confirm transaction in your wallet',
          description: 'Deposit funds for executing the calls',
          kind: 'transaction',
          requestId,
          items: [
            {
              status: 'incomplete',
              data: {
                from: request.user,
                to: isNative ? lair : request.originCurrency,
                value: isNative ? String(amount) : '0',
                data: isNative ? requestId : `${transfer(lair, amount)}${requestId.slice(2)}`,
                chainId: request.originChainId,
                maxFeePerGas: '2000000000',
                maxPriorityFeePerGas: '1000000000',
              },
              // Path that the attacker names. A client polls the documented path and has no reason to call this one.
              check: { endpoint: '/elsewhere?requestId=1', method: 'GET' },
            },
          ],
        },
      ],
      fees: { relayer: { ...currencyIn, amount: String(amount - out) } },
      details: {
        sender: request.user,
        recipient: request.recipient,
        currencyIn,
        currencyOut: side(request.destinationChainId, request.destinationCurrency, out),
        timeEstimate: 2,
      },
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const send = (body: string, code = 200) =>
      response.writeHead(code, { ...cors, 'content-type': 'application/json' }).end(body);
    if (request.method === 'OPTIONS') return void send('');
    seen.push(`${request.method} ${request.url}`);
    if (request.method === 'GET')
      return void send(JSON.stringify({ status, txHashes: [`0x${'ab'.repeat(32)}`] }));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const wanted = JSON.parse(Buffer.concat(chunks).toString()) as QuoteAsked;
    asked.push(wanted);
    if (refusal !== null) return void send(JSON.stringify({ message: refusal }), 400);
    const quote = quoteOf(wanted);
    const told = how?.(quote, wanted) ?? quote;
    send(typeof told === 'string' ? told : JSON.stringify(told));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    asked,
    lie(next) {
      how = next;
    },
    refuse(next) {
      refusal = next;
    },
    claim(next) {
      status = next;
    },
    charge(next) {
      basisPoints = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
