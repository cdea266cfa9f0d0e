import type { AccountMethod } from '@latchkey/core';
import type { AccountAct, ExitsOf, Failed, PropsOf } from '../../screens/index.ts';
import { errorFrom } from '../steps.ts';
import type { AccountTypeFlow } from './accountType.ts';

type CodeScreen = 'LINK_EMAIL_SCREEN' | 'LINK_PHONE_SCREEN' | 'UPDATE_EMAIL_SCREEN' | 'UPDATE_PHONE_SCREEN';
type CodeScreenProps = PropsOf<CodeScreen>;

const codeEntry = <Name extends CodeScreen>(name: Name, props: CodeScreenProps) =>
  ({ name, props }) as const satisfies { name: CodeScreen; props: CodeScreenProps };

export const codeTransitions = <Name extends CodeScreen>(
  method: AccountMethod,
  act: AccountAct,
  screen: Name,
) => ({
  'code-sent': ({ recipient }: ExitsOf<CodeScreen>['code-sent']) =>
    ({ to: { name: 'AWAITING_ACCOUNT_CODE', props: { act, method, recipient } } }) as const,
  failed: ({ error, again = {} }: Failed<CodeScreenProps>) => errorFrom(codeEntry(screen, again), error),
});

/**
 * Creates the flow of an account type that is verified by code.
 *
 * @param screens screens that ask for the address or number
 */
export function flowByCode<Link extends CodeScreen, Update extends CodeScreen>(
  method: AccountMethod,
  screens: { readonly link: Link; readonly update: Update },
) {
  return {
    link: () => codeEntry(screens.link, {}),
    byCode: (act, props) => codeEntry(screens[act], props),
    transferOf: (offer, { name, props }) =>
      name === 'AWAITING_ACCOUNT_CODE' && props.method === method ? { offer, method } : null,
  } as const satisfies AccountTypeFlow;
}
