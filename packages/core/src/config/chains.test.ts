import type { AppChain } from '@latchkey/wire';
import { expect, it } from 'vitest';
import { toChains } from './chains.ts';

const served: AppChain = {
  id: 777_001,
  name: 'Tidewater Chain',
  native_currency: { name: 'Tide', symbol: 'TIDE' },
  rpc_url: 'https://rpc.tidewater.example',
  block_explorer_url: 'https://explorer.tidewater.example',
  testnet: true,
};
const own = {
  id: 777_001,
  name: 'Tidewater Chain',
  testnet: true,
  nativeCurrency: { name: 'Tide', symbol: 'TIDE', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.tidewater.example'] } },
  blockExplorers: { default: { name: 'Tidewater Chain', url: 'https://explorer.tidewater.example' } },
};
const base = { id: 8453, name: 'Base' };
const ethereum = { id: 1, name: 'Ethereum' };

it("toChains adds the app's chains after the host's chains or Ethereum, and keeps the first chain as the default", () => {
  expect(toChains({}, [served])).toMatchObject({ chains: [ethereum, own], defaultChain: ethereum });
  expect(toChains({ chains: [base] }, [served])).toMatchObject({ chains: [base, own], defaultChain: base });
});

it("toChains prefers the host's definition of a chain, and uses the app's if the host sets only the node's URL", () => {
  const host = { ...base, id: 777_001 };
  expect(toChains({ chains: [host] }, [served]).chains).toEqual([host]);
  const rpcConfig = { rpcUrls: { 777001: 'https://other.example' } };
  expect(toChains({ rpcConfig }, [served])).toEqual({ chains: [own], defaultChain: own, rpcConfig });
});

it('toChains keeps an empty list of chains empty', () => {
  expect(toChains({ chains: [] }, [served]).chains).toEqual([]);
});
