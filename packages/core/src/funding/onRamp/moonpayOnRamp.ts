import { findMoonpayCode, moonpayModeOf } from './codes.ts';
import { readStatus, startMoonpay, watchMoonpay } from './moonpay.ts';
import type { OnRamp } from './onRamp.ts';

export const moonpayOnRamp: OnRamp = {
  way: 'moonpay',
  isPossible: (session, request) =>
    moonpayModeOf(session) !== null && findMoonpayCode(session, request) !== null,
  async start(client, request) {
    const { signedUrl: url, ...purchase } = await startMoonpay(client, request);
    return { ...purchase, url };
  },
  watch: watchMoonpay,
  readStatus: (frame, purchase) => readStatus(frame.session, purchase),
};
