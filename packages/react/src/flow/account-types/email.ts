import type { AccountTypeFlow } from './accountType.ts';
import { codeTransitions, flowByCode } from './byCode.ts';

export const email = {
  ...flowByCode('email', { link: 'LINK_EMAIL_SCREEN', update: 'UPDATE_EMAIL_SCREEN' }),
  transitions: {
    LINK_EMAIL_SCREEN: codeTransitions('email', 'link', 'LINK_EMAIL_SCREEN'),
    UPDATE_EMAIL_SCREEN: codeTransitions('email', 'update', 'UPDATE_EMAIL_SCREEN'),
  },
} as const satisfies AccountTypeFlow;
