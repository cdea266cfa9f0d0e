import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { SMTPServer } from 'smtp-server';
import { createBridge } from './bridge/index.ts';
import { type Chain, createDevnet, depository, secondDevnet, usdcToken } from './chain/index.ts';
import { type CloudRecord, createCloudKit } from './cloudkit/index.ts';
import { createCoinbaseOnRamp } from './coinbase-onramp/index.ts';
import { createFarcaster, type Farcaster } from './farcaster/index.ts';
import { createEther, createFaucet, createSol } from './faucet/index.ts';
import type { Bridge, CoinbaseStandIn, MoonpayStandIn } from './funding.ts';
import { createGoogle, type DriveFile } from './google/index.ts';
import { createInbox, createInboxRoutes, type Inbox } from './inbox/index.ts';
import { createKmsRoutes } from './kms/index.ts';
import { createListener, type ListenerTimes, refuseUpgrade, type Upgrade } from './listener.ts';
import { isLoopback } from './loopback.ts';
import { createMailServer } from './mail.ts';
import { createMoonpay } from './moonpay/index.ts';
import { createOAuth } from './oauth/index.ts';
import { createPrices, type Prices } from './prices/index.ts';
import { createPurse } from './purse.ts';
import { createSolana, createSolanaRoutes, type Solana } from './solana/index.ts';
import { createTelegramRoutes } from './telegram/index.ts';
import { createTurnstileRoutes } from './turnstile/index.ts';
import { createTwilioRoutes, twilioCredentials } from './twilio.ts';
import { createWalletConnect, type WalletConnect } from './walletconnect/index.ts';

export interface SandboxOptions {
  /** Port of the inbox page and JSON. 0 uses a free one. @default 4010 */
  port?: number;
  /** Port of the mail server. 0 uses a free one. @default 4025 */
  smtpPort?: number;
  /** Loopback addresses to listen on. One that the machine lacks (IPv6) is left out if another exists. @default both */
  hosts?: readonly string[];
  /** Clock of the stand-ins that have one, except Turnstile's, Google Drive's and the inbox's. @default the system's */
  now?: () => number;
  /** Seconds between blocks of both devnets. @default each transaction gets a block at once */
  blockTimeS?: number;
  /** URL for events of MoonPay and Coinbase, under which an app receives them. @default none */
  eventsUrl?: string | null;
  /** Time limits of a connection. @default 10 s for the headers of a request, 60 s in total; mail 10 minutes */
  times?: ListenerTimes;
}

export interface Sandbox {
  /**
   * URL of the inbox, such as `http://localhost:4010`. Also the value of `LATCHKEY_TURNSTILE_URL` and
   * `AWS_ENDPOINT_URL_KMS`.
   */
  url: string;
  /** Value of `LATCHKEY_SMTP_URL`, such as `smtp://localhost:4025`. */
  smtpUrl: string;
  /** Value of `LATCHKEY_SMS_URL`. */
  smsUrl: string;
  /** Value of `LATCHKEY_OAUTH_URL`. */
  oauthUrl: string;
  inbox: Inbox;
  /** The devnet. It starts when it is first used. */
  chain: Chain;
  /** Contents of users' clouds. Tests read, edit and delete them. */
  clouds: { driveFiles: Map<string, DriveFile>; iCloudRecords: Map<string, CloudRecord> };
  chainUrl: string;
  /** A second devnet for transfers between chains. It also starts when it is first used. */
  secondChain: Chain;
  secondChainUrl: string;
  /** Address of the USDC stand-in, by chain. */
  usdc: { readonly 31337: string; readonly 31338: string };
  /** MoonPay. `LATCHKEY_MOONPAY_URL` is {@link url}. */
  moonpay: MoonpayStandIn;
  /** Coinbase Onramp. `LATCHKEY_COINBASE_URL` is {@link url}. */
  coinbaseOnRamp: CoinbaseStandIn;
  /** Quote service, which moves funds between the two devnets. */
  bridge: Bridge;
  /** Value of `LATCHKEY_QUOTES_URL`. */
  bridgeUrl: string;
  /** Value of `LATCHKEY_QUOTES_TEST_URL`. */
  bridgeTestUrl: string;
  /** Value of `LATCHKEY_QUOTE_DEPOSITS`: the contracts that accept the quote service's deposits. */
  quoteDeposits: string;
  /** Value of `LATCHKEY_PRICES_URL`. */
  pricesUrl: string;
  /** The Solana cluster. It starts when it is first used. */
  solana: Solana;
  solanaUrl: string;
  /** Farcaster's relay, users and chain. */
  farcaster: Farcaster;
  /** Prices of coins, and faults of the price provider. */
  prices: Prices;
  /** WalletConnect's relay and its faults. */
  walletConnect: WalletConnect;
  /** URL of the relay for clients, such as `ws://localhost:4010/walletconnect`. */
  relayUrl: string;
  close(): Promise<void>;
}

/**
 * Starts all stand-ins, the mail server and the inbox on loopback.
 *
 * @throws Error if a host is not loopback (S55: an attacker who reaches the inbox could log in as any user whose
 *   codes arrive there) or if a port is in use. The message says which and what to do.
 * @example const sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 4010, smtpPort = 4025, hosts = ['127.0.0.1', '::1'] } = options;
  const foreign = hosts.find((host) => !isLoopback(host));
  if (foreign !== undefined) {
    throw new Error(
      `The sandbox shows login codes to everyone who reaches it, so it does not listen on ${foreign}. ` +
        'Bind it to 127.0.0.1 or ::1, or set LATCHKEY_SMTP_URL to a real mail server instead.',
    );
  }
  const inbox = createInbox();
  const routes = createInboxRoutes(inbox)
    .route('/', createTwilioRoutes(inbox))
    .route('/', createKmsRoutes(options.now));
  const turnstile = createTurnstileRoutes();
  const google = createGoogle();
  const cloudKit = createCloudKit();
  const farcaster = createFarcaster(options.now);
  const prices = createPrices();
  const devnet = createDevnet(options.blockTimeS ? { blockTimeS: options.blockTimeS } : {});
  const second = createDevnet({
    which: secondDevnet,
    ...(options.blockTimeS ? { blockTimeS: options.blockTimeS } : {}),
  });
  const solana = createSolana(options.now);
  // Chains that stand for the networks on which providers send coins.
  const purse = createPurse({ ethereum: devnet.chain, base: second.chain }, solana);
  const [moonpay, coinbaseOnRamp] = [
    createMoonpay(purse, options.now),
    createCoinbaseOnRamp(purse, options.now),
  ];
  const bridge = createBridge([devnet.chain, second.chain], options.now);
  if (options.eventsUrl) {
    moonpay.sendEventsTo(`${options.eventsUrl}/moonpay`);
    coinbaseOnRamp.sendEventsTo(`${options.eventsUrl}/coinbase`);
  }
  const walletConnect = createWalletConnect(options.now);
  // Stand-ins by the first part of their paths. The other paths belong to the inbox, Twilio and KMS, which send no CORS
  // headers.
  const standIns = new Map([
    ['bridge', bridge.routes],
    ['chain', devnet.routes],
    ['chain2', second.routes],
    ['cloudkit', cloudKit.routes],
    ['coinbase', coinbaseOnRamp.routes],
    ['farcaster', farcaster.routes],
    [
      'faucet',
      createFaucet([createEther(devnet.chain), createEther(second.chain, false), createSol(solana)]),
    ],
    ['google', google.routes],
    ['moonpay', moonpay.routes],
    ['oauth', createOAuth(options.now)],
    ['prices', prices.routes],
    ['solana', createSolanaRoutes(solana)],
    ['telegram', createTelegramRoutes(options.now)],
    ['turnstile', turnstile],
  ]);
  const listener = getRequestListener((request) =>
    (standIns.get(new URL(request.url).pathname.split('/')[1] ?? '') ?? routes).fetch(request),
  );
  const upgrade: Upgrade = (request, socket, head) => {
    const isRelay = request.url?.split('?')[0] === '/walletconnect';
    return (isRelay ? walletConnect.upgrade : refuseUpgrade)(request, socket, head);
  };
  const http = await listenOnAll(hosts, port, () => createListener(listener, options.times, upgrade));
  let mail: Listening<SMTPServer>;
  try {
    mail = await listenOnAll(hosts, smtpPort, () => createMailServer(inbox, options.times));
  } catch (cause) {
    walletConnect.close();
    await closeAll(http.servers);
    throw cause;
  }
  const name = hosts.length === 1 && hosts[0] === '127.0.0.1' ? '127.0.0.1' : 'localhost';
  return {
    url: `http://${name}:${http.port}`,
    smtpUrl: `smtp://${name}:${mail.port}`,
    smsUrl: smsUrlOf(`${name}:${http.port}`),
    oauthUrl: `http://${name}:${http.port}/oauth`,
    chainUrl: `http://${name}:${http.port}/chain`,
    secondChain: second.chain,
    secondChainUrl: `http://${name}:${http.port}/chain2`,
    usdc: { 31337: usdcToken.address, 31338: usdcToken.address },
    moonpay,
    coinbaseOnRamp,
    bridge,
    bridgeUrl: `http://${name}:${http.port}/bridge`,
    bridgeTestUrl: `http://${name}:${http.port}/bridge/test`,
    quoteDeposits: [devnet.chain, second.chain].map(({ chainId }) => `${chainId}=${depository}`).join(),
    pricesUrl: `http://${name}:${http.port}/prices/api/v3`,
    solana,
    solanaUrl: `http://${name}:${http.port}/solana`,
    inbox,
    chain: devnet.chain,
    prices,
    walletConnect,
    relayUrl: `ws://${name}:${http.port}/walletconnect`,
    clouds: { driveFiles: google.files, iCloudRecords: cloudKit.records },
    farcaster,
    async close() {
      const chains = [devnet.chain, second.chain, farcaster.chain].map((chain) => chain.close());
      for (const standIn of [bridge, coinbaseOnRamp, moonpay, prices]) standIn.close();
      walletConnect.close();
      for (const server of http.servers) server.closeAllConnections();
      await Promise.all([closeAll([...http.servers, ...mail.servers]), ...chains]);
    },
  };
}

function smsUrlOf(host: string): string {
  const { account, secret, from } = twilioCredentials;
  return `twilio+http://${account}:${secret}@${host}?from=${encodeURIComponent(from)}`;
}

interface Listening<S> {
  servers: S[];
  port: number;
}

async function listenOnAll<S extends Server | SMTPServer>(
  hosts: readonly string[],
  wanted: number,
  create: () => S,
): Promise<Listening<S>> {
  const servers: S[] = [];
  let port = wanted;
  for (const host of hosts) {
    const server = create();
    try {
      port = await listen(server, port, host);
      servers.push(server);
    } catch (cause) {
      // A machine without IPv6 has no ::1. The other address is enough.
      const isAbsent = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(
        (cause as NodeJS.ErrnoException).code ?? '',
      );
      if (isAbsent && hosts.length > 1) continue;
      await closeAll(servers);
      throw cause;
    }
  }
  return { servers, port };
}

function listen(server: Server | SMTPServer, port: number, host: string): Promise<number> {
  const emitter: Server = 'server' in server ? (server.server as Server) : server;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(port, error) : error);
    });
    server.listen(port, host, () => resolve((emitter.address() as AddressInfo).port));
  });
}

function portTaken(port: number, cause: Error): Error {
  return new Error(
    `Port ${port} is taken, so the sandbox cannot start. Stop what uses it, or choose another by ` +
      'LATCHKEY_SANDBOX_PORT (inbox) or LATCHKEY_SANDBOX_SMTP_PORT (mail).',
    { cause },
  );
}

async function closeAll(servers: readonly (Server | SMTPServer)[]): Promise<void> {
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
}
