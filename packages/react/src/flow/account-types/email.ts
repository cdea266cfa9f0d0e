import { flowByCode } from './byCode.ts';

export const email = flowByCode('email', { link: 'LINK_EMAIL_SCREEN', update: 'UPDATE_EMAIL_SCREEN' });
