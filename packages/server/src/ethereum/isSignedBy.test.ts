import { createSmartAccount, type Farcaster, type Sandbox, startSandbox } from '@latchkey/sandbox';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeRandom } from '../crypto/index.ts';
import { createChainReader } from './createChainReader.ts';
import { isSignedBy } from './isSignedBy.ts';

// A real EVM (Anvil) runs the contracts that check the signatures.

type Person = Awaited<ReturnType<Farcaster['enrol']>>;

let sandbox: Sandbox;
let owner: Person['custody'];
let stranger: Person['custody'];
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  owner = (await sandbox.farcaster.enrol('owner')).custody;
  stranger = (await sandbox.farcaster.enrol('stranger')).custody;
});
afterAll(() => sandbox?.close());

const message = 'Opens nothing but this';
function isSigned(signed: { address: string; signature: `0x${string}`; message?: string }): Promise<boolean> {
  const chain = createChainReader(
    { fetch, log: pino({ level: 'silent' }), random: nodeRandom },
    `${sandbox.url}/farcaster/rpc`,
  );
  return isSignedBy(chain, { message, ...signed });
}
const codeAt = (address: string) => sandbox.farcaster.chain.request('eth_getCode', [address, 'latest']);

test('a contract accepts a signature of its owner (ERC-1271), and none of a stranger, of another message or without bytes', async () => {
  const { address, deployed, ...account } = createSmartAccount(owner);
  const signature = deployed.sign(message);
  expect(await isSigned({ address, signature })).toBe(false);
  await sandbox.farcaster.deploy({ address, deployed, ...account });
  expect(await codeAt(address)).not.toBe('0x');
  expect(await isSigned({ address, signature })).toBe(true);
  expect(await isSigned({ address: address.toLowerCase(), signature })).toBe(true);
  expect(await isSigned({ address, signature, message: `${message}.` })).toBe(false);
  expect(await isSigned({ address, signature: stranger.sign(message) })).toBe(false);
  expect(await isSigned({ address, signature: '0x' })).toBe(false);
});

test('a contract that is not deployed yet accepts a signature with its deployment (ERC-6492), and is not deployed by the check', async () => {
  const { address, undeployed } = createSmartAccount(stranger);
  const signature = undeployed.sign(message);
  expect(await isSigned({ address, signature })).toBe(true);
  expect(await isSigned({ address, signature, message: `${message}.` })).toBe(false);
  // The deployment of the signer's own contract does not create another user's contract.
  expect(await isSigned({ address: owner.address, signature })).toBe(false);
  expect(await isSigned({ address: createSmartAccount(owner).address, signature })).toBe(false);
  expect(await codeAt(address)).toBe('0x');
});

test('an owner’s signature, an empty one and zeros are not valid for an address without code and key', async () => {
  const address = '0x00000000000000000000000000000000000000ee';
  for (const signature of [owner.sign(message), '0x', `0x${'00'.repeat(65)}`] as const)
    expect(await isSigned({ address, signature })).toBe(false);
  expect(await isSigned({ address: owner.address, signature: owner.sign(message) })).toBe(true);
});
