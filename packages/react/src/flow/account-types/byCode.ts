import type { AccountMethod } from '@latchkey/core';
import type { AccountAct, ExitsOf, Failed, PropsOf } from '../../screens/index.ts';
import type { Entry } from '../state.ts';
import { errorFrom } from '../steps.ts';
import type { Step } from '../transition.ts';
import type { AccountTypeFlow } from './accountType.ts';

type CodeScreen = 'LINK_EMAIL_SCREEN' | 'LINK_PHONE_SCREEN' | 'UPDATE_EMAIL_SCREEN' | 'UPDATE_PHONE_SCREEN';
type CodeScreenProps = PropsOf<CodeScreen>;

/** Makes the flow of an account type that is proved by a code. @param screens that ask for the address or number */
export function flowByCode<Link extends CodeScreen, Update extends CodeScreen>(
  method: AccountMethod,
  screens: { readonly link: Link; readonly update: Update },
) {
  const byCode = (act: AccountAct, props: CodeScreenProps): Entry => ({ name: screens[act], props });
  const transitionsOf = (act: AccountAct) => ({
    'code-sent': ({ recipient }: ExitsOf<CodeScreen>['code-sent']): Step => ({
      to: { name: 'AWAITING_ACCOUNT_CODE', props: { act, method, recipient } },
    }),
    failed: ({ error, again = {} }: Failed<CodeScreenProps>): Step => errorFrom(byCode(act, again), error),
  });
  return {
    transitions: {
      [screens.link]: transitionsOf('link'),
      [screens.update]: transitionsOf('update'),
    } as Record<Link | Update, ReturnType<typeof transitionsOf>>,
    link: () => byCode('link', {}),
    byCode,
    transferOf: (offer, { name, props }) =>
      name === 'AWAITING_ACCOUNT_CODE' && props.method === method ? { offer, method } : null,
  } as const satisfies AccountTypeFlow;
}
