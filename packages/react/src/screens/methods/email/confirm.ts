import { confirmByCode } from '../one-time-code/confirmByCode.ts';

export const confirmByEmail = confirmByCode('email', 'mail', ({ email }) => email?.address);
