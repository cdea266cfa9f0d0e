import type { AccountTypeFlow } from './accountType.ts';
import { codeTransitions, flowByCode } from './byCode.ts';

export const sms = {
  ...flowByCode('sms', { link: 'LINK_PHONE_SCREEN', update: 'UPDATE_PHONE_SCREEN' }),
  transitions: {
    LINK_PHONE_SCREEN: codeTransitions('sms', 'link', 'LINK_PHONE_SCREEN'),
    UPDATE_PHONE_SCREEN: codeTransitions('sms', 'update', 'UPDATE_PHONE_SCREEN'),
  },
} as const satisfies AccountTypeFlow;
