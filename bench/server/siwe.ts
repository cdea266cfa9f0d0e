import * as Address from 'ox/Address';
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import type { BenchResult } from '../result.ts';
import { loginClient } from './clients.ts';
import { appHeaders, origin, type ServerFixture, startServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { failuresOf, measureInTurn, middle, ratio } from './harness/measure.ts';
import { seededEmail, seedUsers } from './harness/seed.ts';

const connections = 32;
const users = 50_000;
const wallets = 500;

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const mod = (value: bigint) => ((value % order) + order) % order;

/** A key that is the number of its wallet, and its address. */
interface Wallet {
  readonly key: bigint;
  readonly address: string;
}

const walletOf = (number: number): Wallet => {
  const key = BigInt(number + 2);
  const publicKey = Secp256k1.getPublicKey({ privateKey: Hex.fromNumber(key, { size: 32 }) });
  return { key, address: Address.checksum(Address.fromPublicKey(publicKey)) };
};

const { x, y } = Secp256k1.getPublicKey({ privateKey: Hex.fromNumber(1n, { size: 32 }) });

/**
 * Signs by ECDSA with the nonce 1, whose point is the curve's own: no one may do that with a key of theirs, which it gives away,
 * and it costs the machine nothing. What signs in earnest would take the CPU that the service needs.
 */
function sign(message: string, key: bigint): string {
  const s = mod(BigInt(PersonalMessage.getSignPayload(Hex.fromString(message))) + mod(x) * key);
  const isHigh = s > order / 2n;
  const parity = (y % 2n === 1n) !== isHigh ? '1c' : '1b';
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  return `0x${word(mod(x))}${word(isHigh ? order - s : s)}${parity}`;
}

/** A client that logs in again and again, each time with the next wallet. */
function walletClient(fixture: ServerFixture, next: () => Wallet): LoadClient {
  return {
    async operate(send) {
      const { address, key } = next();
      const post = async (path: string, body: unknown) => {
        const { status, text } = await send(`${fixture.service.url}${path}`, { headers: appHeaders, body });
        if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
        return JSON.parse(text) as { nonce: string };
      };
      const { nonce } = await post('/api/v1/siwe/init', { address });
      const message = `${new URL(origin).host} wants you to sign in with your Ethereum account:\n${address}\n\nBy signing, you log in.\n\nURI: ${origin}\nVersion: 1\nChain ID: 1\nNonce: ${nonce}\nIssued At: ${new Date().toISOString()}`;
      const signature = sign(message, key);
      await post('/api/v1/siwe/authenticate', { message, signature, chainId: 'eip155:1' });
      return true;
    },
  };
}

/** Login by an Ethereum wallet whose key signs, beside login by e-mail code: two requests each, on one service. */
export async function siweBench(): Promise<BenchResult> {
  const fixture = await startServerFixture({ codes: 'hand' });
  try {
    await seedUsers(fixture.databaseUrl, 0, users);
    const pool = Array.from({ length: wallets }, (_, number) => walletOf(number));
    let nextEmail = connections;
    let nextWallet = 0;
    const own = { pid: fixture.service.pid, databasePid: fixture.databasePid };
    const clients = (make: () => LoadClient) => Array.from({ length: connections }, make);
    const { email, wallet } = await measureInTurn(
      {
        email: { clients: clients(() => loginClient(fixture, () => seededEmail(nextEmail++))), ...own },
        wallet: {
          clients: clients(() => walletClient(fixture, () => pool[nextWallet++ % wallets] ?? walletOf(0))),
          ...own,
        },
      },
      { rounds: 3, round: { ms: 5_000 }, warmUp: { operations: 3_000, ms: 20_000 } },
    );
    return {
      bench: 'siwe',
      figures: [
        {
          name: 'login by wallet in logins by e-mail',
          value: ratio(wallet, email, 'perSecond'),
          unit: '×',
          atLeast: 0.6,
        },
        { name: 'login by wallet', value: middle(wallet, 'perSecond'), unit: '/s' },
        { name: 'login by e-mail', value: middle(email, 'perSecond'), unit: '/s' },
        { name: 'login by wallet, CPU of the server process', value: middle(wallet, 'cpuUs'), unit: 'µs' },
        { name: 'login by e-mail, CPU of the server process', value: middle(email, 'cpuUs'), unit: 'µs' },
        { name: 'login by wallet, CPU of PostgreSQL', value: middle(wallet, 'databaseUs'), unit: 'µs' },
        { name: 'login by e-mail, CPU of PostgreSQL', value: middle(email, 'databaseUs'), unit: 'µs' },
        { name: 'login by wallet, p50', value: middle(wallet, 'p50Ms'), unit: 'ms' },
        { name: 'login by wallet, p99', value: middle(wallet, 'p99Ms'), unit: 'ms' },
        { name: 'failed', value: failuresOf(email, wallet), unit: '', atMost: 0 },
      ],
    };
  } finally {
    await fixture.close();
  }
}
