import {
  connectWallet,
  createClient,
  createEmailLogin,
  createWallet,
  type LatchkeyClient,
  prepareTransaction,
  sendTransaction,
} from '@latchkey/core';

/** The page of the send bench: our headless client, and the same with plain `fetch` and a frame that only signs. */
const { appId, apiUrl } = document.documentElement.dataset;
const chainId = 31_337;
const value = 1;

interface Setting {
  readonly client: LatchkeyClient;
  readonly login: ReturnType<typeof createEmailLogin>;
  readonly nodeUrl: string;
}
let setting: Setting | null = null;
let signer: HTMLIFrameElement | null = null;
let own = '';
let bare = '';
let tokenCall: { readonly to: string; readonly data: string } | null = null;

const get = <T>(there: T | null): T => {
  if (there === null) throw new Error('begin first');
  return there;
};

type Asked = Parameters<typeof fetch>;

/**
 * Records our client's requests. Their abort signal is left out, because it ends with the call and the requests are
 * repeated later.
 */
async function noteAsked(act: () => Promise<unknown>): Promise<Asked[]> {
  const { fetch: real } = window;
  const asked: Asked[] = [];
  window.fetch = (url, { signal: _, ...init } = {}) => {
    asked.push([url, init]);
    return real(url, init);
  };
  await act().finally(() => {
    window.fetch = real;
  });
  return asked;
}

async function post(body: string): Promise<unknown> {
  const { nodeUrl } = get(setting);
  const headers = { 'content-type': 'application/json' };
  return (await fetch(nodeUrl, { method: 'POST', headers, credentials: 'omit', body })).json();
}

function requestSigner(message: unknown): Promise<string> {
  const frame = get(signer);
  return new Promise((resolve) => {
    const listen = (event: MessageEvent<string>) => {
      if (event.source !== frame.contentWindow) return;
      window.removeEventListener('message', listen);
      resolve(event.data);
    };
    window.addEventListener('message', listen);
    frame.contentWindow?.postMessage(message, '*');
  });
}

/** Returns the average time of an action in ms, over a batch. */
async function time(count: number, act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let done = 0; done < count; done += 1) await act();
  return (performance.now() - started) / count;
}

const sendOurs = () =>
  sendTransaction(get(setting).client, { transaction: { to: bare, value }, waitForConfirmation: false });
const review = () => prepareTransaction(get(setting).client, { transaction: get(tokenCall) });

interface Answer {
  readonly id: number;
  readonly result: string & { readonly baseFeePerGas: string };
}

/** Sends our client's node requests for a transaction, has it signed and broadcasts it. */
async function sendBare(questions: string): Promise<void> {
  const methods = (JSON.parse(questions) as { method: string }[]).map(({ method }) => method);
  const answers = (await post(questions)) as Answer[];
  const resultOf = (method: string) => {
    const { result } = get(answers.find(({ id }) => methods[id - 1] === method) ?? null);
    return result;
  };
  const tip = BigInt(resultOf('eth_maxPriorityFeePerGas'));
  const signed = await requestSigner({
    type: 'eip1559',
    chainId,
    nonce: BigInt(resultOf('eth_getTransactionCount')),
    gas: BigInt(resultOf('eth_estimateGas')),
    maxPriorityFeePerGas: tip,
    maxFeePerGas: BigInt(resultOf('eth_getBlockByNumber').baseFeePerGas) * 2n + tip,
    to: own,
    value: BigInt(value),
  });
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [signed] };
  const { result } = (await post(JSON.stringify(request))) as { result?: string };
  if (!result) throw new Error('the node refused the bare transaction');
}

const api = {
  start(nodeUrl: string) {
    const chain = { id: chainId, name: 'Devnet', rpcUrls: { default: { http: [nodeUrl] } } };
    const config = { chains: [chain] };
    const client = createClient({ appId: appId ?? '', apiUrl: apiUrl ?? '', config });
    setting = { client, login: createEmailLogin(client), nodeUrl };
    return client.start();
  },
  sendCode: (email: string) => get(setting).login.sendCode({ email }),
  async logIn(code: string) {
    const { client, login } = get(setting);
    await login.loginWithCode({ code });
    ({ address: own } = await createWallet(client));
    await connectWallet(client, {});
    return own;
  },
  /** Adds the frame that only signs, on another site than this page. */
  async addSigner(url: string) {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    signer = frame;
    bare = await requestSigner('address');
    return bare;
  },
  setTokenCall(call: { to: string; data: string }) {
    tokenCall = call;
  },
  send: (count: number) => {
    // A user has one or two pending transactions. The transactions of all rounds would otherwise be stored until
    // their blocks are final.
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('privy:transactions:')) localStorage.removeItem(key);
    }
    return time(count, sendOurs);
  },
  async bareSend(count: number) {
    const [[, questions] = []] = await noteAsked(sendOurs);
    const swapped = String(questions?.body).replaceAll(new RegExp(own, 'gi'), bare);
    return time(count, () => sendBare(swapped));
  },
  review: (count: number) => time(count, review),
  async reads(count: number) {
    const asked = await noteAsked(review);
    const request = async (...one: Asked) => (await fetch(...one)).json();
    return time(count, () => Promise.all(asked.map((one) => request(...one))));
  },
};

declare global {
  interface Window {
    sendBench: typeof api;
  }
}
window.sendBench = api;
