import { custodyRoutes, type WireAccount } from '@latchkey/wire';
import { expect } from 'vitest';
import type { Browser, FrameAnswer, Surroundings } from '../../packages/frame/src/frameBrowser.testkit.ts';
import { signerOfHello } from '../../packages/frame/src/frameFixture.testkit.ts';

// docs/custody.md, "Order of work": everything that writes parts of a key, and what must be true when something died in
// the middle of it and the person did it again.

type ListedWallet = Extract<WireAccount, { type: 'wallet' }>;

/** A user who is logged in, wherever the service is. */
export interface LoggedInUser {
  /** Opens a browser that has seen nothing of them. */
  openBrowser(): Promise<Browser>;
  /** Opens one and logs them in there: a login opens a wallet to its own browser alone. */
  logInElsewhere(): Promise<Browser>;
  listWallets(): Promise<ListedWallet[]>;
}

/** Something that a person does. */
export interface CustodyOperation {
  readonly name: string;
  /** Its calls that write; the last one ends with the commit that makes it true. */
  readonly paths: readonly string[];
  /** Sets up the state before the operation. Returns the wallet, or null if the operation makes it. */
  prepare(person: LoggedInUser, browser: Browser): Promise<string | null>;
  /** @param given the wallet that there is, or a key to be imported */
  perform(browser: Browser, given: string): Promise<FrameAnswer>;
  /** What opens the wallet elsewhere when a new recovery has been put in force; otherwise it is the old one. */
  readonly opensBy?: object;
}

const password = 'correct-horse-battery';
const named = (wallet: string) => ({ entropyId: wallet, entropyIdVerifier: 'ethereum-address-verifier' });
const byPassword = { recoveryPassword: password };
const toPassword = { recoveryMethod: 'user-passcode', recoveryPassword: password };
const create = async (browser: Browser) => addressOf(await browser.request('privy:wallet:create'));
/** A page asks for a wallet before it recovers it. */
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

/** Passwords cost nothing here: what is looked at is the order of the writes. */
export const stretch: NonNullable<Surroundings['stretch']> = async ({ password }) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(password)));

/** Lists all of them; the last only in the wide run, because what it writes is what an automatic recovery writes. */
export const custodyOperations: readonly CustodyOperation[] = [
  ...[creation, importing, setting, recovering],
  ...(process.env.LATCHKEY_WIDE === '1' ? [recoveringByPassword] : []),
];

const addressOf = ({ data, error }: FrameAnswer) => {
  expect(error).toBeUndefined();
  return String(data?.address ?? data?.entropyId);
};

/** An operation that a person is about to do. */
export interface PreparedOperation {
  readonly operation: CustodyOperation;
  readonly person: LoggedInUser;
  readonly browser: Browser;
  readonly given: string;
  /** The wallet that there is. */
  readonly wallet: string | null;
}

/** Brings a person to where the operation begins. */
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
 * Does an operation again that something died in, and shows that the wallet is there: with the address that it had, one, and
 * it signs, here and where it has to be recovered.
 *
 * @param announced what the operation gave; null where no one was left to hear it
 * @param at what died when, for the message
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

/** There is no moment at which nothing opens a wallet, and none at which a replaced recovery still does. */
async function proveOpenable(person: LoggedInUser, wallet: ListedWallet, at: string): Promise<void> {
  // A password opens what is automatic (yet), too: it is not needed then.
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

/** In a browser that knows nothing. */
async function opensElsewhere(person: LoggedInUser, wallet: string, secret: object): Promise<boolean> {
  const other = await person.logInElsewhere();
  const recovered = await other.request('privy:wallets:recover', { ...named(wallet), ...secret });
  return recovered.error === undefined && signs(other, wallet);
}
