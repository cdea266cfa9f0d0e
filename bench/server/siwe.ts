import * as Address from 'ox/Address';
import * as Hex from 'ox/Hex';
import * as PersonalMessage from 'ox/PersonalMessage';
import * as Secp256k1 from 'ox/Secp256k1';
import type { BenchResult } from '../result.ts';
import { loginClient } from './clients.ts';
import { appHeaders, origin, type ServerFixture, startServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { failuresOf, figureOf, measureInTurn, ratioOf } from './harness/measure.ts';
import { seededEmail, seedUsers } from './harness/seed.ts';

const connections = 32;
const users = 50_000;
const wallets = 500;

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const mod = (value: bigint) => ((value % order) + order) % order;

/** A wallet whose key is its number plus 2. */
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
 * Signs with ECDSA and the nonce 1, whose point is the generator of the curve, so it costs almost no CPU, which the
 * service needs. A known nonce reveals the key, so no real key may ever be used this way.
 */
function sign(message: string, key: bigint): string {
  const s = mod(BigInt(PersonalMessage.getSignPayload(Hex.fromString(message))) + mod(x) * key);
  const isHigh = s > order / 2n;
  const parity = (y % 2n === 1n) !== isHigh ? '1c' : '1b';
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  return `0x${word(mod(x))}${word(isHigh ? order - s : s)}${parity}`;
}

/** Creates a client that logs in repeatedly, each time with the next wallet. */
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

/** Compares login by an Ethereum wallet's signature with login by email code: two requests each, on one service. */
export async function siweBench(): Promise<BenchResult> {
  const fixture = await startServerFixture({ codes: 'hand' });
  try {
    await seedUsers(fixture.databaseUrl, 0, users);
    const pool = Array.from({ length: wallets }, (_, number) => walletOf(number));
    let nextEmail = connections;
    let nextWallet = 0;
    const own = { pid: fixture.service.pid, databasePid: fixture.databasePid };
    const clients = (make: () => LoadClient) => Array.from({ length: connections }, make);
    const rounds = await measureInTurn(
      {
        email: { clients: clients(() => loginClient(fixture, () => seededEmail(nextEmail++))), ...own },
        wallet: {
          clients: clients(() => walletClient(fixture, () => pool[nextWallet++ % wallets] ?? walletOf(0))),
          ...own,
        },
      },
      { rounds: 5, round: { ms: 3_000 }, warmUp: { operations: 3_000, ms: 20_000 } },
    );
    return {
      bench: 'siwe',
      figures: [
        {
          name: 'login by wallet in logins by e-mail',
          unit: '×',
          atLeast: 0.6,
          ...ratioOf(rounds, 'wallet', 'email', 'perSecond'),
        },
        figureOf('login by wallet', rounds, 'wallet', 'perSecond'),
        figureOf('login by e-mail', rounds, 'email', 'perSecond'),
        figureOf('login by wallet, CPU of the server process', rounds, 'wallet', 'cpuUs'),
        figureOf('login by e-mail, CPU of the server process', rounds, 'email', 'cpuUs'),
        figureOf('login by wallet, CPU of PostgreSQL', rounds, 'wallet', 'databaseUs'),
        figureOf('login by e-mail, CPU of PostgreSQL', rounds, 'email', 'databaseUs'),
        figureOf('login by wallet, p50', rounds, 'wallet', 'p50Ms'),
        figureOf('login by wallet, p99', rounds, 'wallet', 'p99Ms'),
        { name: 'failed', value: failuresOf(rounds), unit: '', atMost: 0 },
      ],
    };
  } finally {
    await fixture.close();
  }
}
