import { createCustodyClient, type FrameScript, makeWallet, type TestService } from '@latchkey/testkit';
import { custodyRoutes, type FrameErrorType, type FrameEvent, type FrameRequest } from '@latchkey/wire';
import { Hex, PersonalMessage, Secp256k1, Signature, TypedData } from 'ox';

type Data = Record<string, unknown> & { accessToken: string };
type Refusal = { error: { type: FrameErrorType; message: string; code?: string } };
type Answer = Refusal | { data: object };

/** Scripted counterpart of the wallet frame, for tests that decide what it answers and when. */
export interface ScriptedFrame {
  readonly script: FrameScript;
  /** Every message except pings, oldest first. */
  readonly heard: FrameRequest[];
  pings: number;
  /** Events that get no answer. */
  readonly silent: Set<FrameEvent>;
  /** Answers that replace the regular ones, each used once. */
  readonly instead: Map<FrameEvent, Answer>;
  isOnDevice: boolean;
}

/**
 * Scripts a frame that registers a wallet on the real service and signs with a real key, but keeps no key shares.
 */
export function createScriptedFrame(service: TestService): ScriptedFrame {
  let key: { address: string; privateKey: Hex.Hex } | null = null;

  async function create({ accessToken }: Data) {
    const userId = JSON.parse(atob(accessToken.split('.')[1] ?? '')).sub as string;
    const made = makeWallet({ appId: service.app.id, userId });
    const custody = await createCustodyClient(service, { token: accessToken });
    const { json } = await custody.call(custodyRoutes.create, made.body);
    if (!json.created) throw new Error(`The wallet was not created: ${json.code}`);
    key = made;
    return { data: { address: made.address } };
  }

  function sign({ request }: Data) {
    const { method, params } = request as { method: string; params: [never, never] };
    const typed = method === 'eth_signTypedData_v4';
    const payload = typed
      ? TypedData.getSignPayload(params[1])
      : PersonalMessage.getSignPayload(Hex.fromString(params[0]));
    const signature = Secp256k1.sign({ payload, privateKey: key?.privateKey ?? '0x' });
    const response = { method, data: Signature.toHex(signature) };
    return { data: { address: key?.address, chainType: 'ethereum', response } };
  }

  const notOnDevice: Answer = {
    error: { type: 'wallet_not_on_device', message: 'The wallet is not on this device' },
  };
  const operations: Partial<Record<FrameEvent, (data: Data) => Answer | Promise<Answer>>> = {
    'privy:iframe:ready': () => ({ data: {} }),
    'privy:mfa:clear': () => ({ data: {} }),
    'privy:wallets:create': create,
    'privy:wallets:connect': ({ entropyId }) => (wallet.isOnDevice ? { data: { entropyId } } : notOnDevice),
    'privy:wallets:recover': ({ entropyId }) => {
      wallet.isOnDevice = true;
      return { data: { entropyId } };
    },
    // Like the real frame, signs without an earlier `privy:wallets:connect`.
    'privy:wallets:rpc': (data) => (wallet.isOnDevice ? sign(data) : notOnDevice),
  };

  const wallet: ScriptedFrame = {
    heard: [],
    pings: 0,
    silent: new Set(),
    instead: new Map(),
    isOnDevice: true,
    async script(message, frame) {
      const { id, event, data } = message as FrameRequest;
      if (event === 'privy:iframe:ready') wallet.pings += 1;
      else wallet.heard.push(message as FrameRequest);
      if (wallet.silent.has(event)) return;
      const instead = wallet.instead.get(event);
      wallet.instead.delete(event);
      frame.post({ id, event, ...(instead ?? (await operations[event]?.(data as Data))) });
    },
  };
  return wallet;
}
