import { createTestService, type TestService } from '@latchkey/testkit';
import { type AdminAppBody, type AppChain, adminRoutes, getAppRoute } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppInput } from './checkAppInput.ts';

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const tidewater: AppChain = {
  id: 777_001,
  name: 'Tidewater Chain',
  native_currency: { name: 'Tide', symbol: 'TIDE' },
  rpc_url: 'https://rpc.tidewater.example',
  block_explorer_url: 'https://explorer.tidewater.example',
  testnet: true,
};
const local: AppChain = {
  id: 777_002,
  name: 'Local',
  native_currency: { name: 'Ether', symbol: 'ETH' },
  rpc_url: 'http://127.0.0.1:8545',
};

const bearer = 'test-admin-key';
const create = async (chains: readonly object[]) => {
  const body = { name: 'x', allowed_origins: ['https://app.example.com'], chains } as unknown as AdminAppBody;
  return service.call(adminRoutes.createApp, { body, bearer });
};
const getConfig = async (id: string, origin = 'https://app.example.com') =>
  (await service.call(getAppRoute, { params: { id }, origin })).json;

test('the app config contains the app’s chains as they were set, until they are removed', async () => {
  const { status, json: app } = await create([tidewater, local]);
  expect(status).toBe(200);
  expect((await getConfig(app.id)).chains).toEqual([tidewater, local]);
  const update = (chains: AppChain[]) =>
    service.call(adminRoutes.updateApp, { params: { id: app.id }, body: { chains }, bearer });
  expect((await update([local])).json.chains).toEqual([local]);
  expect((await getConfig(app.id)).chains).toEqual([local]);
  await update([]);
  expect(await getConfig(app.id)).not.toHaveProperty('chains');
});

test('hosted pages get no chains of an app, because they may call only the deployment’s nodes', async () => {
  const { json: app } = await create([tidewater]);
  expect(await getConfig(app.id, service.config.hostedUrl ?? '')).not.toHaveProperty('chains');
});

const without = ({ id: _, ...chain }: AppChain) => chain;
test.each<[string, object, string]>([
  ['no id', without(tidewater), 'chains.0.id'],
  ['an id that is a string', { ...tidewater, id: '0x1' }, 'chains.0.id'],
  ['an id of zero', { ...tidewater, id: 0 }, 'chains.0.id'],
  ['an id that is not a whole number', { ...tidewater, id: 1.5 }, 'chains.0.id'],
  ['an id above the safe integers', { ...tidewater, id: 2 ** 53 }, 'chains.0.id'],
  ['the id of Base', { ...tidewater, id: 8453 }, 'chains.0.id'],
  ['the id of a test network', { ...tidewater, id: 11_155_111 }, 'chains.0.id'],
  ['the name of Ethereum', { ...tidewater, name: ' ethereum' }, 'chains.0.name'],
  ['no name', { ...tidewater, name: '' }, 'chains.0.name'],
  ['no symbol', { ...tidewater, native_currency: { name: 'Tide' } }, 'chains.0.native_currency.symbol'],
  ['a node without https', { ...tidewater, rpc_url: 'http://rpc.tidewater.example' }, 'chains.0.rpc_url'],
  ['a node with a script URL', { ...tidewater, rpc_url: 'javascript:alert(1)' }, 'chains.0.rpc_url'],
  ['a node without a host', { ...tidewater, rpc_url: 'https://:80' }, 'chains.0.rpc_url'],
  ['a node with a password', { ...tidewater, rpc_url: 'https://a:b@rpc.example' }, 'chains.0.rpc_url'],
  [
    'an explorer without https',
    { ...tidewater, block_explorer_url: 'http://explorer.example' },
    'chains.0.block_explorer_url',
  ],
  ['an unknown field', { ...tidewater, decimals: 6 }, 'chains.0.decimals'],
])('the operator’s API refuses a chain with %s and names the field', async (_, chain, field) => {
  const { status, json } = await create([chain]);
  expect(status).toBe(400);
  expect(json.data?.field).toEqual(field);
});

test('the operator’s API refuses an app with a duplicate chain, or with more than thirty chains', async () => {
  expect((await create([tidewater, local, tidewater])).json.data?.field).toBe('chains.2.id');
  const many = Array.from({ length: 31 }, (_, at) => ({ ...tidewater, id: 777_100 + at }));
  expect((await create(many)).json.data?.field).toBe('chains');
});

test('production refuses a chain with a node on this machine', () => {
  const problemsOf = (chains: readonly AppChain[]) => {
    const checked = checkAppInput({ name: 'x', chains }, true);
    return 'problems' in checked ? checked.problems.map(({ field }) => field) : [];
  };
  expect(problemsOf([tidewater])).toEqual([]);
  expect(problemsOf([local])).toEqual(['chains.0.rpc_url']);
});
