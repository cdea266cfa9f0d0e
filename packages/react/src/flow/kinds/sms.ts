import { kindByCode } from './byCode.ts';

export const sms = kindByCode('sms', { link: 'LINK_PHONE_SCREEN', update: 'UPDATE_PHONE_SCREEN' });
