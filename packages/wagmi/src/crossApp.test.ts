import { logout } from '@latchkey/core';
import { describe, expect, it } from 'vitest';
import * as three from 'wagmi';
import * as actionsOfThree from 'wagmi/actions';
import * as two from 'wagmi-core-2';
import { providerId, shareApps, tokenKey } from '../../core/src/cross-app/crossApp.testkit.ts';
import { crossApp } from './crossApp.ts';

const apps = shareApps();
const signature = `0x${'ab'.repeat(65)}`;
const chainOf = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
});
const [first, second] = [chainOf(31_337), chainOf(31_338)];
/** Functions of wagmi's two major versions, with the types of the older one. */
const majors = { 2: two, 3: { ...three, ...actionsOfThree } as unknown as typeof two } as const;

describe.each([2, 3] as const)('a wallet of a provider app in wagmi %i', (major) => {
  const {
    connect,
    createConfig,
    createStorage,
    disconnect,
    getAccount,
    http,
    reconnect,
    signMessage,
    switchChain,
  } = majors[major];

  it('connecting the wallet of a provider app logs in or links by popup; the wallet signs by popup, reconnects, and is disconnected when the user logs out', async () => {
    const holder = await apps.createHolder();
    const test = await apps.startPage({ config: { chains: [first, second] } });
    const kept = new Map<string, string>();
    const storage = createStorage({
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    });
    const load = () => {
      const made = crossApp({ client: test.client, appId: providerId, name: 'Harbour' });
      const config = createConfig({
        chains: [first, second],
        storage,
        multiInjectedProviderDiscovery: false,
        transports: { [first.id]: http(), [second.id]: http() },
        connectors: [made satisfies three.CreateConnectorFn & two.CreateConnectorFn],
      });
      const [connector] = config.connectors;
      return { config, connector: connector ?? expect.fail('There is no connector') };
    };
    const open = (popup: () => { window: Window }) => {
      let opened = 0;
      const next = () => {
        opened += 1;
        return popup().window;
      };
      Object.assign(test.page.window, { open: next });
      return () => opened;
    };

    const { config, connector } = load();
    expect(connector.id).toBe(`latchkey-${providerId}`);
    expect(connector.name).toBe('Harbour');
    expect(await reconnect(config)).toEqual([]);
    open(() => apps.agreeingPopup(test, holder, false));
    await expect(connect(config, { connector })).rejects.toMatchObject({ code: 4001 });
    const opened = open(() => apps.agreeingPopup(test, holder));
    const connected = await connect(config, { connector });
    expect(connected.accounts).toEqual([holder.address]);
    expect(connected.chainId).toEqual(first.id);
    expect(opened()).toBe(1);
    await switchChain(config, { chainId: second.id });
    expect(getAccount(config).chainId).toBe(second.id);

    open(() =>
      apps.openPopup(test, (_, say) => say({ type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', result: signature })),
    );
    expect(await signMessage(config, { message: 'Hello' })).toBe(signature);

    // No window opens after a reload.
    const none = open(() => expect.fail('It opened a window'));
    const after = load();
    expect(await reconnect(after.config)).toHaveLength(1);
    expect(getAccount(after.config).address).toBe(holder.address);
    await disconnect(after.config);
    expect(await reconnect(load().config)).toEqual([]);
    const again = load();
    await connect(again.config, { connector: again.connector });
    expect(getAccount(again.config).status).toBe('connected');
    expect(none()).toBe(0);
    test.profile.stored.delete(tokenKey());
    expect(await again.connector.isAuthorized()).toBe(false);

    await logout(test.client);
    await expect.poll(() => getAccount(again.config).status).toBe('disconnected');

    // A user who is already signed in gets the account linked.
    await test.logIn(`wagmi-${major}@company.example`);
    const other = await apps.createHolder();
    open(() => apps.agreeingPopup(test, other));
    const linked = load();
    const { accounts } = await connect(linked.config, { connector: linked.connector });
    expect(accounts).toEqual([other.address]);
    expect(test.client.getState().user?.linkedAccounts.map(({ type }) => type)).toEqual([
      'email',
      'cross_app',
    ]);
  });
});
