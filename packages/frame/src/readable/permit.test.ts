import { describe, expect, it } from 'vitest';
import { readPermit } from './index.ts';

const [token, permit2] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x000000000022D473030F116dDEE9F6B43aC78BA3',
] as const;
const [owner, spender] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
] as const;
const most = 2n ** 256n - 1n;

/** Returns types whose members are written as `type name, type name`. */
const typesOf = (types: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(types).map(([name, members]) => [
      name,
      members.split(', ').map((member) => {
        const [type = '', called = ''] = member.split(' ');
        return { name: called, type };
      }),
    ]),
  );
const typed = (
  verifyingContract: string | undefined,
  types: Record<string, string>,
  message: Record<string, unknown>,
) => ({
  types: typesOf(types),
  primaryType: Object.keys(types)[0] ?? '',
  domain: { name: 'Any', chainId: 1, ...(verifyingContract ? { verifyingContract } : {}) },
  message,
});
const approval = (changes: object = {}) => ({
  kind: 'token-approval',
  token,
  owner: null,
  spender,
  amount: 5n,
  isUnlimited: false,
  change: 'set',
  ...changes,
});

const permitTypes = {
  Permit: 'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline',
};
const permit = { owner, spender, value: 5, nonce: 0, deadline: 9 };
const details = 'address token, uint160 amount, uint48 expiration, uint48 nonce';
const detail = { token, amount: 5, expiration: 9, nonce: 0 };
const permissions = 'address token, uint256 amount';
const tail = 'address spender, uint256 nonce, uint256 deadline';

const single = {
  PermitSingle: 'PermitDetails details, address spender, uint256 sigDeadline',
  PermitDetails: details,
};
const many = {
  PermitBatch: 'PermitDetails[] details, address spender, uint256 sigDeadline',
  PermitDetails: details,
};
const transferFrom = {
  PermitTransferFrom: `TokenPermissions permitted, ${tail}`,
  TokenPermissions: permissions,
};
const transferMany = {
  PermitBatchTransferFrom: `TokenPermissions[] permitted, ${tail}`,
  TokenPermissions: permissions,
};
const witnessed = {
  PermitWitnessTransferFrom: `TokenPermissions permitted, ${tail}, Order witness`,
  TokenPermissions: permissions,
  Order: 'uint256 id',
};
const signed = { spender, nonce: 0, deadline: 9 };

describe('readPermit', () => {
  it.each([
    ['EIP-2612', typed(token, permitTypes, permit), approval({ owner })],
    [
      'EIP-2612 without a limit',
      typed(token.toLowerCase(), permitTypes, { ...permit, value: String(most) }),
      approval({ owner, amount: most, isUnlimited: true }),
    ],
    [
      "DAI's permit",
      typed(
        token,
        { Permit: 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed' },
        { holder: owner, spender, nonce: 0, expiry: 0, allowed: true },
      ),
      approval({ owner, amount: most, isUnlimited: true }),
    ],
    [
      "the end of DAI's permit",
      typed(
        token,
        { Permit: 'address holder, address spender, uint256 nonce, uint256 expiry, bool allowed' },
        { holder: owner, spender, nonce: 0, expiry: 0, allowed: false },
      ),
      approval({ owner, amount: 0n }),
    ],
    [
      'one token at Permit2',
      typed(permit2, single, { details: detail, spender, sigDeadline: 9 }),
      approval(),
    ],
    [
      'tokens at Permit2',
      typed(permit2, many, {
        details: [detail, { ...detail, amount: 2n ** 160n - 1n }],
        spender,
        sigDeadline: 9,
      }),
      {
        kind: 'batch',
        contract: permit2,
        actions: [approval(), approval({ amount: 2n ** 160n - 1n, isUnlimited: true })],
      },
    ],
    [
      'a transfer by Permit2',
      typed(permit2, transferFrom, { permitted: { token, amount: 5 }, ...signed }),
      approval(),
    ],
    [
      'transfers by Permit2',
      typed(permit2, transferMany, { permitted: [{ token, amount: 5 }], ...signed }),
      { kind: 'batch', contract: permit2, actions: [approval()] },
    ],
    [
      'a transfer by Permit2 for an order',
      typed(permit2, witnessed, { permitted: { token, amount: 5 }, ...signed, witness: { id: 1 } }),
      approval(),
    ],
    [
      'transfers by Permit2 for an order',
      typed(
        permit2,
        {
          PermitBatchWitnessTransferFrom: `TokenPermissions[] permitted, ${tail}, Order witness`,
          TokenPermissions: permissions,
          Order: 'uint256 id',
        },
        { permitted: [{ token, amount: 5 }], ...signed, witness: { id: 1 } },
      ),
      { kind: 'batch', contract: permit2, actions: [approval()] },
    ],
  ])('reads a permit: %s', (_name, data, action) => {
    expect(readPermit(data)).toEqual(action);
    const asText = JSON.stringify(data, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(readPermit(asText)).toEqual(action);
  });

  it.each([
    ['of no contract', typed(undefined, permitTypes, permit)],
    [
      'with a member more',
      typed(token, { Permit: `${permitTypes.Permit}, uint256 more` }, { ...permit, more: 1 }),
    ],
    [
      'with members in another order',
      typed(
        token,
        { Permit: permitTypes.Permit.replace('owner, address spender', 'spender, address owner') },
        permit,
      ),
    ],
    ['of another name', typed(token, { Agreement: permitTypes.Permit }, permit)],
    [
      'for Permit2 at an address of someone else',
      typed(token, single, { details: detail, spender, sigDeadline: 9 }),
    ],
    [
      'with details of another type',
      typed(
        permit2,
        { ...single, PermitDetails: details.replace('uint160', 'uint256') },
        { details: detail, spender, sigDeadline: 9 },
      ),
    ],
    [
      'with permissions of another type, for an order',
      typed(
        permit2,
        { ...witnessed, TokenPermissions: 'uint256 amount, address token' },
        { permitted: { token, amount: 5 }, ...signed, witness: { id: 1 } },
      ),
    ],
    [
      'at Permit2, of a type of another name',
      typed(
        permit2,
        { Order: `TokenPermissions permitted, ${tail}, uint256 id`, TokenPermissions: permissions },
        { permitted: { token, amount: 5 }, ...signed, id: 1 },
      ),
    ],
    ['for no tokens', typed(permit2, many, { details: [], spender, sigDeadline: 9 })],
    ['the domain alone', { ...typed(token, permitTypes, permit), primaryType: 'EIP712Domain' }],
    [
      'whose domain declares no contract',
      {
        ...typed(token, permitTypes, permit),
        types: { ...typesOf(permitTypes), EIP712Domain: [{ name: 'name', type: 'string' }] },
      },
    ],
  ])('returns null for typed data that is not a known permit: %s', (_name, data) => {
    expect(readPermit(data)).toBeNull();
  });

  it('refuses a permit that the frame refuses to sign', () => {
    expect(() => readPermit({ ...typed(token, permitTypes, permit), message: {} })).toThrow('is missing');
  });
});
