import { coinbaseBlockchains, moonpayCodes } from '@latchkey/wire';
import { expect, test } from 'vitest';
import { toDecimal, toUnits, toWebhookAsset } from './assets.ts';
import { coinbaseAsset } from './coinbase/coins.ts';
import { findAsset } from './findAsset.ts';
import { moonpayAsset } from './moonpay/coins.ts';

test.each([
  [0.1, '0.1'],
  [1, '1'],
  [100, '100'],
  [1e-7, '0.0000001'],
  [1.5e-7, '0.00000015'],
  [123.456, '123.456'],
  [1e15, '1000000000000000'],
  [1e21, '1000000000000000000000'],
  [1.25e22, '12500000000000000000000'],
])('toDecimal writes %d as %s', (value, text) => {
  expect(toDecimal(value)).toBe(text);
});

test.each([
  ['0.1', 18, '100000000000000000'],
  ['1', 6, '1000000'],
  ['0.0000001', 6, '0'],
  ['12.3456789', 6, '12345678'],
  ['1e9', 18, null],
  ['.5', 18, null],
  ['1.', 18, null],
  ['1,5', 18, null],
  ['٣', 18, null],
  ['', 18, null],
  ['9'.repeat(31), 18, null],
])('toUnits turns %s with %d decimals into %s', (amount, decimals, units) => {
  expect(toUnits(amount, decimals)).toBe(units);
});

test('findAsset finds MoonPay’s coins, and the native coins and USDC at Coinbase, by their network and symbol', () => {
  const sold = [
    ...moonpayCodes.map(moonpayAsset),
    ...[...Object.values(coinbaseBlockchains), 'solana' as const].flatMap((blockchain) => [
      coinbaseAsset(blockchain, ['ETH']),
      coinbaseAsset(blockchain, ['USDC']),
    ]),
  ];
  for (const asset of sold) {
    expect(findAsset(asset.caip2, asset.symbol)).toEqual(asset);
    if (asset.token !== null)
      expect(asset.token).toMatch(/^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{43,44})$/);
  }
});

test('webhooks name a coin as native, by its contract or by its mint', () => {
  const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  expect(toWebhookAsset({ caip2: 'eip155:1', token: null })).toEqual({ type: 'native-token', address: null });
  expect(toWebhookAsset({ caip2: 'eip155:1', token })).toEqual({ type: 'erc20', address: token });
  expect(toWebhookAsset({ caip2: 'solana:mainnet', token: mint })).toEqual({ type: 'spl', mint });
});
