import { coinbaseUsdcChains } from '@latchkey/wire';
import { standsFor } from '../networks.ts';
import { findBlockchain } from './codes.ts';
import { readCoinbase } from './coinbase.ts';
import type { OnRamp } from './onRamp.ts';

export const coinbaseOnRamp: OnRamp = {
  way: 'coinbase',
  isPossible(session, { network, chain, asset }) {
    const { services } = session.state.get().settings?.fundingConfig ?? {};
    if (services?.coinbase_pay_url === undefined || typeof asset === 'object') return false;
    if (findBlockchain(session, network) === null) return false;
    return asset !== 'USDC' || !chain || coinbaseUsdcChains.includes(standsFor(session, chain));
  },
  readStatus: (frame, { id }) => readCoinbase(frame, id),
};
