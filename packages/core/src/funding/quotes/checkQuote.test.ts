import { createChance } from '@latchkey/testkit';
import { describe, expect, it } from 'vitest';
import { checkQuote } from './checkQuote.ts';
import {
  approve,
  depository,
  type HonestQuote,
  honestQuote,
  native,
  recipient,
  requestId,
  token,
  transfer,
  usdc,
} from './honestQuote.testkit.ts';
import { nativeAddress, type QuoteRequest } from './quoteRequest.ts';

const thief = '0x9999999999999999999999999999999999999999';
const most = 2n ** 256n - 1n;

function reasonOf(answer: unknown, request: QuoteRequest): unknown {
  try {
    checkQuote(answer, request, 0);
    return null;
  } catch (error) {
    return (error as { details?: { reason?: unknown } }).details?.reason;
  }
}

type Change = (quote: HonestQuote) => unknown;
const first = (quote: HonestQuote) => quote.steps[0]?.items[0]?.data ?? expect.fail();
const last = (quote: HonestQuote) => quote.steps.at(-1)?.items[0]?.data ?? expect.fail();
const set =
  (change: (quote: HonestQuote) => void): Change =>
  (quote) => {
    change(quote);
    return quote;
  };

const lies: readonly [name: string, reason: string, request: QuoteRequest, change: Change][] = [
  ['nothing', 'malformed', native, () => null],
  ['a text', 'malformed', native, () => 'quote'],
  [
    'no steps',
    'malformed',
    native,
    set((quote) => {
      quote.steps = [];
    }),
  ],
  ['steps without items', 'malformed', native, set((quote) => void quote.steps[0]?.items.splice(0))],
  [
    'five steps',
    'malformed',
    native,
    set((quote) => {
      quote.steps = Array(5).fill(quote.steps[0]);
    }),
  ],
  ['no details', 'malformed', native, ({ details: _, ...quote }) => quote],
  [
    'details in the prototype',
    'malformed',
    native,
    ({ details, ...quote }) =>
      JSON.parse(JSON.stringify({ ...quote, x: details }).replace('"x"', '"__proto__"')),
  ],
  [
    'a malformed request id',
    'malformed',
    native,
    set((quote) => void Object.assign(quote.steps[0] ?? {}, { requestId: '1' })),
  ],
  [
    'steps of two requests',
    'malformed',
    token,
    set((quote) => void Object.assign(quote.steps[0] ?? {}, { requestId: `0x${'cd'.repeat(32)}` })),
  ],
  [
    'a quantity with too many digits',
    'malformed',
    native,
    set((quote) => {
      quote.details.currencyIn.amount = '9'.repeat(100);
    }),
  ],
  [
    'a quantity with an exponent',
    'malformed',
    native,
    set((quote) => {
      quote.details.currencyIn.amount = '1e18';
    }),
  ],
  [
    'a number for a quantity',
    'malformed',
    native,
    set((quote) => void Object.assign(last(quote), { value: 1 })),
  ],
  [
    'half a byte',
    'malformed',
    native,
    set((quote) => {
      last(quote).data = '0x123';
    }),
  ],
  [
    'a signature in place of a transaction',
    'step',
    native,
    set((quote) => void Object.assign(quote.steps[0] ?? {}, { kind: 'signature' })),
  ],
  [
    'a step with an unknown name',
    'step',
    native,
    set((quote) => void Object.assign(quote.steps[0] ?? {}, { id: 'authorize' })),
  ],
  ['two deposits', 'step', native, set((quote) => void quote.steps.push(quote.steps[0] ?? expect.fail()))],
  ['an approval alone', 'step', token, set((quote) => void quote.steps.pop())],
  ['a contract creation', 'step', native, set((quote) => void Object.assign(last(quote), { to: null }))],
  [
    'an EIP-7702 authorisation',
    'step',
    native,
    set((quote) => void Object.assign(last(quote), { authorizationList: [{}] })),
  ],
  [
    'a deposit that moves another token',
    'step',
    native,
    set((quote) => void Object.assign(last(quote), { to: usdc, data: transfer(thief, 5n) })),
  ],
  [
    'a deposit that approves',
    'step',
    token,
    set((quote) => void Object.assign(last(quote), { to: thief, data: approve(thief, most) })),
  ],
  [
    'a deposit that raises an approval',
    'step',
    token,
    set((quote) => void Object.assign(last(quote), { data: `0x39509351${approve(thief, most).slice(10)}` })),
  ],
  [
    'a deposit that approves all items',
    'step',
    native,
    set((quote) => void Object.assign(last(quote), { data: `0xa22cb465${approve(thief, 1n).slice(10)}` })),
  ],
  [
    'a deposit to the zero address',
    'step',
    native,
    set((quote) => {
      last(quote).to = nativeAddress;
    }),
  ],
  [
    'an approval step without call data',
    'approval',
    token,
    set((quote) => {
      first(quote).data = '0x';
    }),
  ],
  [
    'two approvals',
    'approval',
    token,
    set((quote) => void quote.steps.unshift(quote.steps[0] ?? expect.fail())),
  ],
  [
    'an approval before a transfer of the token itself',
    'approval',
    token,
    set((quote) => void Object.assign(last(quote), { to: usdc, data: transfer(depository, 100_100_000n) })),
  ],
  [
    'an approval on another chain',
    'chain',
    token,
    set((quote) => {
      first(quote).chainId = 10;
    }),
  ],
  [
    'an approval by another payer',
    'payer',
    token,
    set((quote) => {
      first(quote).from = thief;
    }),
  ],
  [
    'an approval with a value',
    'total',
    token,
    set((quote) => {
      first(quote).value = '1';
    }),
  ],
  ['a chain as text', 'chain', native, set((quote) => void Object.assign(last(quote), { chainId: '1' }))],
  [
    'a script in place of an address',
    'recipient',
    native,
    set((quote) => {
      quote.details.recipient = '<script>alert(1)</script>';
    }),
  ],
  [
    'another payer',
    'payer',
    native,
    set((quote) => {
      last(quote).from = thief;
    }),
  ],
  [
    'another sender',
    'payer',
    native,
    set((quote) => {
      quote.details.sender = thief;
    }),
  ],
  [
    'another recipient',
    'recipient',
    native,
    set((quote) => {
      quote.details.recipient = thief;
    }),
  ],
  [
    'a step on another chain',
    'chain',
    native,
    set((quote) => {
      last(quote).chainId = 10;
    }),
  ],
  [
    'another destination',
    'chain',
    native,
    set((quote) => {
      quote.details.currencyOut.currency.chainId = 10;
    }),
  ],
  [
    'another origin',
    'chain',
    native,
    set((quote) => {
      quote.details.currencyIn.currency.chainId = 10;
    }),
  ],
  [
    'another coin in',
    'currency',
    native,
    set((quote) => {
      quote.details.currencyIn.currency.address = usdc;
    }),
  ],
  [
    'another coin out',
    'currency',
    token,
    set((quote) => {
      quote.details.currencyOut.currency.address = thief;
    }),
  ],
  [
    'less than requested',
    'output',
    native,
    set((quote) => {
      quote.details.currencyOut.amount = String(native.amount - 1n);
    }),
  ],
  [
    'a value that is more than the total',
    'total',
    native,
    set((quote) => {
      last(quote).value = String(native.amount * 2n);
    }),
  ],
  [
    'a native value in a token deposit',
    'total',
    token,
    set((quote) => {
      last(quote).value = '1';
    }),
  ],
  [
    'three times the amount',
    'total',
    native,
    set((quote) => {
      quote.details.currencyIn.amount = String(native.amount * 3n);
      last(quote).value = String(native.amount * 3n);
    }),
  ],
  [
    'a total below half of the amount',
    'total',
    native,
    set((quote) => {
      const less = String(native.amount / 2n - 1n);
      quote.details.currencyIn.amount = less;
      last(quote).value = less;
    }),
  ],
  [
    'a transfer of more than the total',
    'total',
    token,
    set((quote) => {
      quote.steps.shift();
      Object.assign(last(quote), { to: usdc, data: transfer(depository, most) });
    }),
  ],
  [
    'an unlimited approval',
    'approval',
    token,
    set((quote) => {
      first(quote).data = approve(depository, most);
    }),
  ],
  [
    'an approval of one unit more',
    'approval',
    token,
    set((quote) => {
      first(quote).data = approve(depository, 100_100_001n);
    }),
  ],
  [
    'an approval for another spender',
    'approval',
    token,
    set((quote) => {
      first(quote).data = approve(thief, 100_100_000n);
    }),
  ],
  [
    'an approval of another token',
    'approval',
    token,
    set((quote) => {
      first(quote).to = thief;
    }),
  ],
  [
    'a permit in place of an approval',
    'approval',
    token,
    set((quote) => {
      first(quote).data = '0xd505accf';
    }),
  ],
  [
    'an approval for the native coin',
    'approval',
    native,
    set((quote) => void quote.steps.unshift(honestQuote(token).steps[0] ?? expect.fail())),
  ],
];

/** Contract where the payer holds assets. */
const other = '0x7070707070707070707070707070707070707070';
const words = (count: number) => `${'0'.repeat(24)}${thief.slice(2)}${'f'.repeat(64 * (count - 1))}`;
/** Calls of tokens and vaults that the list of refused calls lacks. */
const giveaways: readonly [name: string, data: string][] = [
  ['transferAndCall (ERC-677, ERC-1363)', `0x4000aea0${words(3)}`],
  ['send (ERC-777)', `0x9bd9bbc6${words(3)}`],
  ['authorizeOperator (ERC-777)', `0x959b8c3f${words(1)}`],
  ['safeBatchTransferFrom (ERC-1155)', `0x2eb2c2d6${words(5)}`],
  ['increaseApproval', `0xd73dd623${words(2)}`],
  ['approveAndCall', `0xcae9ca51${words(3)}`],
  ['multicall', `0xac9650d8${words(3)}`],
  ['redeem to another (ERC-4626)', `0xba087652${words(3)}`],
  ['transferOwnership', `0xf2fde38b${words(1)}`],
];

describe('the check of a quote', () => {
  it.each([
    ['native', native],
    ['USDC', token],
  ])(
    '[BRDG-04] checkQuote accepts an honest quote of %s, and keeps only the checked fields',
    (_, request) => {
      const quote = checkQuote(honestQuote(request), request, 7);
      const { from, to, payer, coinIn, coinOut, amount } = request;
      expect(quote).toMatchObject({
        id: requestId,
        from,
        to,
        payer,
        recipient,
        coinIn,
        coinOut,
        amountOut: amount,
        takenAtMs: 7,
        amountIn: amount + amount / 1_000n,
        fee: amount / 1_000n,
        isDear: false,
      });
      for (const step of quote.steps)
        expect(Object.keys(step).sort()).toEqual(['data', 'kind', 'to', 'value']);
    },
  );

  it('[BRDG-04] checkQuote accepts a direct token transfer followed by the request id', () => {
    const quote = honestQuote(token);
    quote.steps.shift();
    const data = `${transfer(depository, 100_100_000n)}${requestId.slice(2)}`;
    Object.assign(last(quote), { to: usdc, data });
    expect(checkQuote(quote, token, 0).steps).toHaveLength(1);
  });

  it('[BRDG-04] checkQuote accepts a token deposit without an approval, whose allowance is checked on chain', () => {
    const quote = honestQuote(token);
    quote.steps.shift();
    expect(checkQuote(quote, token, 0).steps.map(({ kind }) => kind)).toEqual(['deposit']);
  });

  it('[BRDG-04] checkQuote computes the fee from the requested amount, even if the quote promises more', () => {
    const quote = honestQuote(native);
    const dear = String((native.amount * 19n) / 10n);
    quote.details.currencyIn.amount = dear;
    quote.details.currencyOut.amount = dear;
    last(quote).value = dear;
    expect(checkQuote(quote, native, 0)).toMatchObject({
      amountOut: native.amount,
      fee: (native.amount * 9n) / 10n,
      isDear: true,
    });
  });

  it('checkQuote accepts a small quote that costs more than it delivers, and marks a costly quote as dear', () => {
    const small = { ...native, amount: 10n ** 15n }; // 2 USD
    const quote = honestQuote(small);
    const total = String(small.amount * 3n);
    quote.details.currencyIn.amount = total;
    last(quote).value = total;
    expect(checkQuote(quote, small, 0).isDear).toBe(false); // 4 USD
    expect(reasonOf(quote, { ...small, price: null })).toBe('total');
    const dear = honestQuote(native);
    const more = String((native.amount * 13n) / 10n);
    dear.details.currencyIn.amount = more;
    last(dear).value = more;
    expect(checkQuote(dear, native, 0).isDear).toBe(true);
    expect(checkQuote(dear, { ...native, price: null }, 0).isDear).toBe(true);
  });

  it.each(giveaways)('[BRDG-04] refuses a deposit to an unlisted contract: %s', (_, data) => {
    for (const request of [native, token]) {
      const quote = honestQuote(request);
      // This contract is not a listed deposit contract, so any call to it is refused.
      Object.assign(last(quote), { to: other, data });
      if (request === token) quote.steps.shift();
      expect(reasonOf(quote, request)).toBe('deposit');
    }
  });

  it('[BRDG-04] checkQuote accepts only listed contracts as deposit or transfer recipient, in any letter case', () => {
    const listed = (deposits: readonly string[], request = native) => ({ ...request, deposits });
    expect(reasonOf(honestQuote(native), listed([depository.toUpperCase().replace('X', 'x')]))).toBeNull();
    expect(reasonOf(honestQuote(native), listed([other]))).toBe('deposit');
    expect(reasonOf(honestQuote(token), listed([other, usdc], token))).toBe('deposit');
    const quote = honestQuote(token);
    quote.steps.shift();
    Object.assign(last(quote), { to: usdc, data: transfer(thief, 100_100_000n) });
    expect(reasonOf(quote, token)).toBe('deposit');
    expect(reasonOf(quote, listed([usdc], token))).toBe('deposit');
    expect(reasonOf(quote, listed([thief], token))).toBeNull();
    // Without a list, the simulation decides.
    expect(reasonOf(quote, listed([], token))).toBeNull();
  });

  it.each(lies)('[BRDG-04] refuses a quote answer with %s, with reason %s', (_, reason, request, change) => {
    expect(reasonOf(change(honestQuote(request)), request)).toBe(reason);
  });

  it('[BRDG-04] checkQuote accepts only quotes that match the request among 2,000 randomly changed ones', () => {
    const chance = createChance(1909);
    const values = [
      '',
      '0x',
      thief,
      usdc,
      '0',
      '1',
      String(most),
      null,
      -1,
      1.5,
      [],
      {},
      true,
      'approve',
      10,
      approve(thief, most),
    ];
    let taken = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const request = round % 2 === 0 ? native : token;
      const quote = honestQuote(request);
      for (let changes = 1 + (round % 3); changes > 0; changes -= 1) {
        const place = placesOf(quote)[chance.integer(placesOf(quote).length)];
        if (place) place.at[place.key] = values[chance.integer(values.length)];
      }
      try {
        const { steps, amountIn, amountOut, ...rest } = checkQuote(quote, request, 0);
        taken += 1;
        expect(rest).toMatchObject({ recipient: request.recipient, payer: request.payer, to: request.to });
        expect(amountOut).toBeGreaterThanOrEqual(request.amount);
        const value = steps.reduce((sum, step) => sum + step.value, 0n);
        expect(value).toBe(request.coinIn.token === null ? amountIn : 0n);
        for (const { to, data, kind } of steps)
          if (kind === 'approve') {
            expect(to).toEqual(usdc);
            expect(data).toEqual(approve(steps.at(-1)?.to ?? '', amountIn));
          }
      } catch (error) {
        expect(error).toMatchObject({ code: 'quote_refused' });
      }
    }
    expect(taken).toBeGreaterThan(50);
  });
});

type Place = { at: Record<string, unknown>; key: string };

/** Lists every field of a quote, at any depth. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const at = value as Record<string, unknown>;
  return Object.keys(at).flatMap((key) => [{ at, key }, ...placesOf(at[key])]);
}
