import { coinbaseUsdcChains } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import { standsFor } from '../networks.ts';
import { findBlockchain } from './codes.ts';
import { openSession, readCoinbase, watchCoinbase } from './coinbase.ts';
import type { OnRamp } from './onRamp.ts';

const ends = { success: 'completed', failure: 'failed', exit: 'exit', timeout: 'timeout' } as const;

export const coinbaseOnRamp: OnRamp = {
  way: 'coinbase',
  isPossible(session, { network, chain, asset }) {
    const { services } = session.state.get().settings?.fundingConfig ?? {};
    if (services?.coinbase_pay_url === undefined || typeof asset === 'object') return false;
    if (findBlockchain(session, network) === null) return false;
    return asset !== 'USDC' || !chain || coinbaseUsdcChains.includes(standsFor(session, chain));
  },
  start: async (client, request) => ({
    ...(await openSession(contextsOf(client).frame, request)),
    isTest: false,
  }),
  async watch(client, purchase, { signal, onStatus }) {
    const onClosed = () => onStatus?.('closed');
    return ends[await watchCoinbase(client, purchase, { signal, onClosed })];
  },
  readStatus: (frame, { id }) => readCoinbase(frame, id),
};
