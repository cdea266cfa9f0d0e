import type { OnRampUrls } from '../../onRampUrls.ts';

export const moonpayHosts = ({ moonpayUrl }: Pick<OnRampUrls, 'moonpayUrl'>) =>
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
