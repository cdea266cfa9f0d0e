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

it('puts the chains of the app behind those of the host, and starts on one of the host’s', () => {
  expect(toChains({}, [served])).toMatchObject({ chains: [ethereum, own], defaultChain: ethereum });
  expect(toChains({ chains: [base] }, [served])).toMatchObject({ chains: [base, own], defaultChain: base });
});

it('lets the host rule over a chain that both name, and name its node alone', () => {
  const host = { ...base, id: 777_001 };
  expect(toChains({ chains: [host] }, [served]).chains).toEqual([host]);
  const rpcConfig = { rpcUrls: { 777001: 'https://other.example' } };
  expect(toChains({ rpcConfig }, [served])).toEqual({ chains: [own], defaultChain: own, rpcConfig });
});

it('leaves a host without any chain that names an empty list', () => {
  expect(toChains({ chains: [] }, [served]).chains).toEqual([]);
});
