import { Secret, TOTP } from 'otpauth';
import {
  type CallInput,
  type CustodyClient,
  type CustodyService,
  createCustodyClient,
  makeWallet,
  signChange,
} from '../../packages/testkit/src/index.ts';
import {
  custodyRoutes,
  type ErrorCode,
  emailRoutes,
  factorChange,
  mfaRoutes,
  type Route,
  sessionRoutes,
  type TokenReply,
} from '../../packages/wire/src/index.ts';
import { appId, origin, publicUrl, type SoakFixture } from './soakFixture.ts';

/** A user who logged in, in one browser. */
export interface SoakUser {
  readonly id: string;
  readonly network: string;
  refreshToken: string;
  accessToken: string;
  readonly custodyToken: string;
}

/** A user whose wallet is open in a browser. */
export interface WalletOwner {
  /** Opens the wallet with this browser's part and the service's. */
  open(): Promise<void>;
  enrol(): Promise<void>;
  /** Verifies a code of the authenticator app. Each code works once, so call it at most every 30 s. */
  verify(): Promise<void>;
}

/** Creates the operations of users, each over HTTP. Each throws an error with the service's code if it refuses. */
export function createUsers({ service, mail }: SoakFixture) {
  let networks = 0;

  /** Returns a network of its own for each user, so that limits for each network are not met. */
  function nextNetwork(): string {
    networks += 1;
    return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
  }

  async function call<Body, Reply>(
    { method, path }: Route<Body, Reply>,
    input: CallInput & { network: string },
  ) {
    const response = await fetch(service.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'privy-app-id': appId,
        origin: input.origin ?? origin,
        'x-forwarded-for': input.network,
        ...(input.bearer ? { authorization: `Bearer ${input.bearer}` } : {}),
        ...input.headers,
      },
      body: JSON.stringify(input.body ?? {}),
    });
    const text = await response.text();
    const json = (text === '' ? {} : JSON.parse(text)) as Reply & { code?: ErrorCode };
    return { status: response.status, json, headers: response.headers };
  }

  async function mustCall<Body, Reply>(route: Route<Body, Reply>, input: CallInput & { network: string }) {
    const { status, json } = await call(route, input);
    if (status >= 300) throw new Error(`${route.path}: ${status} ${json.code}`);
    return json;
  }

  async function logIn(email: string): Promise<SoakUser> {
    const network = nextNetwork();
    await mustCall(emailRoutes.sendCode, { network, body: { email } });
    const code = await mail.takeCode(email);
    const reply: TokenReply = await mustCall(emailRoutes.authenticate, { network, body: { email, code } });
    const { user, token, privy_access_token: custodyToken, refresh_token: refreshToken } = reply;
    if (!user || !token || !custodyToken || !refreshToken) throw new Error('The login gave no tokens');
    return { id: user.id, network, refreshToken, accessToken: token, custodyToken };
  }

  async function refresh(user: SoakUser): Promise<void> {
    const reply: TokenReply = await mustCall(sessionRoutes.refresh, {
      network: user.network,
      bearer: user.accessToken,
      body: { refresh_token: user.refreshToken },
    });
    user.refreshToken = reply.refresh_token ?? user.refreshToken;
    user.accessToken = reply.token ?? user.accessToken;
  }

  async function logOut(user: SoakUser): Promise<void> {
    await mustCall(sessionRoutes.logout, {
      network: user.network,
      bearer: user.accessToken,
      body: { refresh_token: user.refreshToken },
    });
  }

  /** Returns the service as a frame on its origin calls it. */
  const frameOf = ({ network }: SoakUser): CustodyService => ({
    app: { id: appId, allowed_origins: [origin] },
    config: { url: publicUrl },
    clock: { now: Date.now },
    call: (route, input) => call(route, { ...input, origin: publicUrl, network }),
  });

  async function createOwner(user: SoakUser): Promise<WalletOwner> {
    const client = await createCustodyClient(frameOf(user), { token: user.custodyToken });
    const wallet = makeWallet({ appId, userId: user.id });
    await mustSucceed(client, custodyRoutes.create, wallet.body);
    const device = { ...wallet.ref, device_id: wallet.body.device.device_id, entropy_uid: wallet.entropyUid };
    let totp: TOTP | null = null;
    const code = () => totp?.generate() ?? '';
    return {
      async open() {
        await mustSucceed(client, custodyRoutes.connect, device);
      },
      async enrol() {
        const started = await mustSucceed(client, mfaRoutes.startTotp, {});
        totp = new TOTP({ secret: Secret.fromBase32(started.totpSecret) });
        const { session_id: sessionId } = await mustSucceed(client, custodyRoutes.verifyToken, {});
        const change = factorChange({ method: 'totp', name: started.enrollment_id, sessionId });
        const owner = { appId, userId: user.id, entropyUid: wallet.entropyUid };
        const signature = signChange(owner, change, wallet.privateKey);
        const proof = { ...wallet.ref, entropy_uid: wallet.entropyUid, signature };
        await mustSucceed(client, mfaRoutes.enrolTotp, { code: code(), wallet: proof });
      },
      async verify() {
        await mustSucceed(client, mfaRoutes.verifyTotp, { code: code() });
      },
    };
  }

  return { logIn, refresh, logOut, createOwner };
}

async function mustSucceed<Body extends { parent_origin?: string | undefined }, Reply>(
  client: CustodyClient,
  route: Route<Body, Reply>,
  body: Omit<Body, 'parent_origin'> & Partial<Body>,
): Promise<Reply> {
  const { status, json } = await client.call(route, body);
  if (status >= 300) throw new Error(`${route.path}: ${status} ${json.code}`);
  return json;
}
