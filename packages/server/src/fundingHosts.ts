import type { Config } from './configShape.ts';

/** Addresses of MoonPay, or of what stands in for it. */
export const moonpayHosts = ({ moonpayUrl }: Pick<Config, 'moonpayUrl'>) =>
  moonpayUrl === null
    ? {
        page: 'https://buy.moonpay.com',
        testPage: 'https://buy-sandbox.moonpay.com',
        api: 'https://api.moonpay.com/v1',
      }
    : {
        page: `${moonpayUrl}/moonpay/buy`,
        testPage: `${moonpayUrl}/moonpay/buy-sandbox`,
        api: `${moonpayUrl}/moonpay/v1`,
      };

/** Addresses of Coinbase Onramp, likewise; `api` is what stands before the paths that its tokens name. */
export const coinbaseHosts = ({ coinbaseUrl }: Pick<Config, 'coinbaseUrl'>) =>
  coinbaseUrl === null
    ? { page: 'https://pay.coinbase.com/buy/select-asset', api: 'https://api.developer.coinbase.com' }
    : { page: `${coinbaseUrl}/coinbase/buy/select-asset`, api: `${coinbaseUrl}/coinbase` };
