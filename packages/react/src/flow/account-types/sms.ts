import { flowByCode } from './byCode.ts';

export const sms = flowByCode('sms', { link: 'LINK_PHONE_SCREEN', update: 'UPDATE_PHONE_SCREEN' });
