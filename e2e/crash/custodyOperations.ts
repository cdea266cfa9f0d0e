import { custodyRoutes, type WireAccount } from '@latchkey/wire';
import { expect } from 'vitest';
import type { Browser, FrameAnswer, Surroundings } from '../../packages/frame/src/frameBrowser.testkit.ts';
import { signerOfHello } from '../../packages/frame/src/frameFixture.testkit.ts';

// docs/custody.md, "Order of work": the operations that write parts of a key, and what must be true after something
// died in the middle of one and the user repeated it.

type ListedWallet = Extract<WireAccount, { type: 'wallet' }>;

export interface LoggedInUser {
  openBrowser(): Promise<Browser>;
  /**
   * Opens another browser with a login of its own, because a login releases an automatic recovery only to its own
   * browser.
   */
  logInElsewhere(): Promise<Browser>;
  listWallets(): Promise<ListedWallet[]>;
}

export interface CustodyOperation {
  readonly name: string;
  /** Paths of its requests that write, in order. The last one makes the operation effective. */
  readonly paths: readonly string[];
  /** Sets up the state before the operation. Returns the wallet, or null if the operation makes it. */
  prepare(person: LoggedInUser, browser: Browser): Promise<string | null>;
  /** @param given the existing wallet, or a key to import */
  perform(browser: Browser, given: string): Promise<FrameAnswer>;
  /** Fields with which another browser recovers the wallet, if the operation sets a recovery. */
  readonly opensBy?: object;
}

const password = 'correct-horse-battery';
const named = (wallet: string) => ({ entropyId: wallet, entropyIdVerifier: 'ethereum-address-verifier' });
const byPassword = { recoveryPassword: password };
const toPassword = { recoveryMethod: 'user-passcode', recoveryPassword: password };
const create = async (browser: Browser) => addressOf(await browser.request('privy:wallet:create'));
/** Connects first, as a page does before it recovers. */
async function enter(browser: Browser, wallet: string): Promise<string> {
  const { error } = await browser.request('privy:wallets:connect', named(wallet));
  expect(error?.type).toBe('wallet_not_on_device');
  return wallet;
}
let keys = 0;

const creation: CustodyOperation = {
  name: 'a creation',
  paths: [custodyRoutes.create.path],
  prepare: async () => null,
  perform: (browser) => browser.request('privy:wallet:create'),
  opensBy: {},
};
const importing: CustodyOperation = {
  name: 'an import',
  paths: [custodyRoutes.import.path],
  prepare: async () => null,
  perform: (browser, privateKey) =>
    browser.request('privy:wallets:import', { privateKey, chainType: 'ethereum' }),
  opensBy: {},
};
const setting: CustodyOperation = {
  name: 'a change of recovery',
  paths: [custodyRoutes.setRecovery.path],
  prepare: (_, browser) => create(browser),
  perform: (browser, wallet) =>
    browser.request('privy:wallets:set-recovery', { ...named(wallet), ...toPassword }),
  opensBy: byPassword,
};
const recovering: CustodyOperation = {
  name: 'an automatic recovery',
  paths: [custodyRoutes.recover.path, custodyRoutes.enrolDevice.path],
  prepare: async (person, browser) => enter(browser, await create(await person.logInElsewhere())),
  perform: (browser, wallet) => browser.request('privy:wallets:recover', named(wallet)),
};
const recoveringByPassword: CustodyOperation = {
  name: 'a recovery by password',
  paths: [custodyRoutes.recover.path, custodyRoutes.enrolDevice.path],
  async prepare(person, browser) {
    const elsewhere = await person.openBrowser();
    const wallet = await create(elsewhere);
    addressOf(await elsewhere.request('privy:wallets:set-recovery', { ...named(wallet), ...toPassword }));
    return enter(browser, wallet);
  },
  perform: (browser, wallet) => browser.request('privy:wallets:recover', { ...named(wallet), ...byPassword }),
};

/** Replaces Argon2id with one hash, to save time. */
export const stretch: NonNullable<Surroundings['stretch']> = async ({ password }) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(password)));

/**
 * The operations that the tests interrupt. The recovery by password is only in the wide run, because it writes what
 * an automatic recovery writes.
 */
export const custodyOperations: readonly CustodyOperation[] = [
  ...[creation, importing, setting, recovering],
  ...(process.env.LATCHKEY_WIDE === '1' ? [recoveringByPassword] : []),
];

const addressOf = ({ data, error }: FrameAnswer) => {
  expect(error).toBeUndefined();
  return String(data?.address ?? data?.entropyId);
};

export interface PreparedOperation {
  readonly operation: CustodyOperation;
  readonly person: LoggedInUser;
  readonly browser: Browser;
  readonly given: string;
  readonly wallet: string | null;
}

export async function prepareOperation(
  operation: CustodyOperation,
  person: LoggedInUser,
): Promise<PreparedOperation> {
  const browser = await person.openBrowser();
  const wallet = await operation.prepare(person, browser);
  keys += 1;
  return { operation, person, browser, wallet, given: wallet ?? `0x${keys.toString(16).padStart(64, '7')}` };
}

/**
 * Repeats an operation in which something died, unless it succeeded, and expects that the user has one wallet, which
 * signs here, and in another browser if the operation sets a recovery. An existing wallet must keep its address.
 */
export async function proveSurvival(
  prepared: PreparedOperation,
  announced: FrameAnswer | null,
  at: string,
): Promise<void> {
  const { operation, person, browser, given, wallet } = prepared;
  if (announced === null) await browser.reload();
  const known = await person.listWallets();
  if (wallet !== null) {
    expect(known, at).toMatchObject([{ address: wallet }]);
    for (const one of known) await proveOpenable(person, one, at);
  }
  const isAnnounced = announced !== null && announced.error === undefined;
  const address = addressOf(isAnnounced ? announced : await operation.perform(browser, given));
  if (known[0]) expect(address, at).toBe(known[0].address);
  expect(await person.listWallets(), at).toMatchObject([{ address }]);
  await browser.reload();
  expect(await signs(browser, address), at).toBe(true);
  if (operation.opensBy) expect(await opensElsewhere(person, address, operation.opensBy), at).toBe(true);
}

/** Expects that the wallet can be opened, and that a replaced recovery no longer opens it. */
async function proveOpenable(person: LoggedInUser, wallet: ListedWallet, at: string): Promise<void> {
  // If the recovery is still automatic, the password is ignored, so the wallet opens in either case.
  expect(await opensElsewhere(person, wallet.address, byPassword), at).toBe(true);
  if (wallet.recovery_method === 'privy') return;
  expect(await opensElsewhere(person, wallet.address, {}), at).toBe(false);
}

async function signs(browser: Browser, wallet: string): Promise<boolean> {
  const request = { method: 'personal_sign', params: ['hello', wallet] };
  const rpc = { ...named(wallet), chainType: 'ethereum', hdWalletIndex: 0, request };
  const answer = await browser.request('privy:wallets:rpc', rpc);
  return answer.error === undefined && signerOfHello(answer) === wallet;
}

async function opensElsewhere(person: LoggedInUser, wallet: string, secret: object): Promise<boolean> {
  const other = await person.logInElsewhere();
  const recovered = await other.request('privy:wallets:recover', { ...named(wallet), ...secret });
  return recovered.error === undefined && signs(other, wallet);
}
