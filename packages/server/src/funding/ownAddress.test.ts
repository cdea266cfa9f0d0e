import { logIn, type TestService } from '@latchkey/testkit';
import { fundingRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAudit } from '../audit/index.ts';
import { importUser } from '../directory/users.testkit.ts';
import { contractKey, createUsers } from '../users/index.ts';
import { createPayer, type ProviderServer, startFunding, startProvider } from './funding.testkit.ts';

const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const contract = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const unknown = '0xde709f2102306220921060314715629080e2fb77';

let provider: ProviderServer;
let service: TestService;
let token: string;
beforeAll(async () => {
  provider = await startProvider();
  service = await startFunding(provider, { app: { max_linked_wallets_per_user: null } });
  const { id } = await importUser(service, [
    { type: 'email', address: 'ada@example.com' },
    { type: 'wallet', address: evm, chain_type: 'ethereum' },
    { type: 'wallet', address: solana, chain_type: 'solana' },
  ]);
  const users = createUsers(service.world, { audit: createAudit(service.world) });
  const details = { address: contract, chain_type: 'ethereum', chain_id: 'eip155:8453' };
  const account = { ...contractKey(contract, 8453), details };
  await users.addAccount(service.database.db, { appId: service.app.id, userId: id }, account, 1);
  token = (await logIn(service, 'ada@example.com')).token ?? '';
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

/** Requests funding of an address from both providers, and returns the error codes or statuses. */
async function request(
  address: string,
  currencyCode: string,
  blockchains: string[],
  bearer = token,
  at = service,
) {
  at.clock.advance(60_000);
  const signed = await at.call(fundingRoutes.signMoonpay, {
    bearer,
    body: { address, config: { currencyCode } },
  });
  const body = { addresses: [{ address, blockchains }] };
  const opened = await at.call(fundingRoutes.initCoinbase, { bearer, body });
  return [signed, opened].map(({ json, status }) => json.code ?? status);
}
const both = (code: string | number) => [code, code];

test('purchases for the user’s linked and embedded wallets are accepted, on Solana too; an Ethereum address may be in lower case', async () => {
  expect(await request(evm, 'ETH_BASE', ['base', 'ethereum'])).toEqual(both(200));
  expect(await request(evm.toLowerCase(), 'ETH_ETHEREUM', ['base'])).toEqual(both(200));
  expect(await request(solana, 'SOL', ['solana'])).toEqual(both(200));
  const grace = await createPayer(service, 'grace@example.com');
  expect(await request(grace.address, 'ETH_BASE', ['base'], grace.token)).toEqual(both(200));
});

test('a purchase for another user’s wallet or an unknown wallet is refused, and nothing is stored', async () => {
  const grace = await createPayer(service, 'heidi@example.com');
  expect(await request(evm, 'ETH_BASE', ['base'], grace.token)).toEqual(both('wallet_not_linked'));
  expect(await request(unknown, 'ETH_BASE', ['base'], grace.token)).toEqual(both('wallet_not_linked'));
  expect(await grace.list()).toEqual([]);
});

test('a purchase for a contract wallet is accepted on its own chain only, since its address may have another owner elsewhere', async () => {
  expect(await request(contract, 'ETH_BASE', ['base'])).toEqual(both(200));
  expect(await request(contract, 'ETH_ETHEREUM', ['ethereum'])).toEqual(both('wallet_not_linked'));
  expect((await request(contract, 'USDC_BASE', ['base', 'optimism']))[1]).toBe('wallet_not_linked');
});

test('a purchase for any well-formed address is accepted if the app allows connected wallets to be funded', async () => {
  const open = await startFunding(provider, { app: { fund_connected_wallets: true } });
  const grace = await createPayer(open, 'grace@example.com');
  expect(await request(unknown, 'ETH_BASE', ['base'], grace.token, open)).toEqual(both(200));
  expect(await request('0x1', 'ETH_BASE', ['base'], grace.token, open)).toEqual(both('invalid_data'));
  await open.close();
});
