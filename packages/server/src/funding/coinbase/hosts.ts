import type { OnRampUrls } from '../../onRampUrls.ts';

/** Returns the base URLs of Coinbase Onramp or its stand-in. The paths that tokens sign are relative to `api`. */
export const coinbaseHosts = ({ coinbaseUrl }: Pick<OnRampUrls, 'coinbaseUrl'>) =>
  coinbaseUrl === null
    ? { page: 'https://pay.coinbase.com/buy/select-asset', api: 'https://api.developer.coinbase.com' }
    : { page: `${coinbaseUrl}/coinbase/buy/select-asset`, api: `${coinbaseUrl}/coinbase` };
