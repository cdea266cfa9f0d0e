import { kindByCode } from './byCode.ts';

export const email = kindByCode('email', { link: 'LINK_EMAIL_SCREEN', update: 'UPDATE_EMAIL_SCREEN' });
