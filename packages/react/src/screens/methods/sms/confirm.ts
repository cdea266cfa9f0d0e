import { confirmByCode } from '../one-time-code/confirmByCode.ts';

export const confirmBySms = confirmByCode('sms', 'phone', ({ phone }) => phone?.number);
