import type { ConnectorContext, Eip1193Provider } from '@latchkey/core';
import { callNode } from './callNode.ts';
import type { Live } from './live.ts';
import { walletError } from './walletError.ts';

/** Methods that do not go to a node, because only the user's wallet can answer them. */
const signing = /^(personal_|eth_sign|eth_sendTransaction|eth_accounts|eth_requestAccounts|wallet_)/;

type Listener = (payload: unknown) => void;

/** Creates the EIP-1193 provider of a session. It follows changes in the wallet. */
export function createProvider(context: ConnectorContext, live: Live): Eip1193Provider {
  const listeners = new Map<string, Set<Listener>>();
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
  };
  let accounts = live.addresses().join();
  let chainId = live.chainId();
  live.subscribe((isThere) => {
    if (!isThere) {
      emit('accountsChanged', []);
      emit('disconnect', walletError('disconnected', 'The wallet ended the connection'));
      return;
    }
    // The chain first, because a library reads the new accounts' balances on it.
    if (live.chainId() !== chainId) {
      chainId = live.chainId();
      emit('chainChanged', `0x${chainId.toString(16)}`);
    }
    if (live.addresses().join() !== accounts) {
      accounts = live.addresses().join();
      emit('accountsChanged', live.addresses());
    }
  });

  return {
    async request({ method, params }) {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return live.addresses();
      if (method === 'eth_chainId') return `0x${live.chainId().toString(16)}`;
      if (method === 'net_version') return String(live.chainId());
      if (method === 'wallet_switchEthereumChain') {
        await live.switchChain(readChainId(params));
        return null;
      }
      if (live.can(method)) return live.request(method, params);
      if (signing.test(method)) throw walletError('unsupported', `The wallet does not support ${method}`);
      return callNode(context, live.chainId(), method, params);
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  };
}

/** Reads the chain of EIP-3326, `[{ chainId: '0x1' }]`. */
function readChainId(params: unknown): number {
  const [first] = Array.isArray(params) ? (params as unknown[]) : [];
  const { chainId } = Object(first) as { chainId?: unknown };
  if (typeof chainId === 'string' && /^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId)) return Number(chainId);
  throw walletError('unknownChain', 'chainId must be a number in hexadecimal');
}
