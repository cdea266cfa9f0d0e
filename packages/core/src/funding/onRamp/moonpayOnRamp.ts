import { findMoonpayCode, moonpayModeOf } from './codes.ts';
import { readStatus } from './moonpay.ts';
import type { OnRamp } from './onRamp.ts';

export const moonpayOnRamp: OnRamp = {
  way: 'moonpay',
  isPossible: (session, request) =>
    moonpayModeOf(session) !== null && findMoonpayCode(session, request) !== null,
  readStatus: (frame, purchase) => readStatus(frame.session, purchase),
};
