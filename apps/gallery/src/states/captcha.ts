import { ServiceError } from '@latchkey/wire';
import type { Services } from '../../../../packages/react/src/gallery.ts';
import type { State, States } from './state.ts';

const waiting: State<'CAPTCHA_SCREEN'> = {
  props: { start: () => new Promise(() => {}) },
};

function stands(state: Partial<ReturnType<Services['captcha']['getState']>>): Partial<Services> {
  const still = { status: 'loading', token: null, error: null, isAsking: false, ...state } as const;
  return {
    captcha: {
      getState: () => still,
      subscribe: () => () => {},
      execute() {},
      reset() {},
      waitForResult: () => new Promise(() => {}),
      setPlace() {},
    },
  };
}

export const captcha: States<'CAPTCHA_SCREEN'> = {
  usual: { ...waiting, services: stands({}) },
  'not passed': {
    ...waiting,
    services: stands({ status: 'error', error: new ServiceError('captcha_failure') }),
    act: ({ see }) => see('.button.primary'),
  },
  'passed, for a click': {
    ...waiting,
    props: { ...waiting.props, needsClick: true },
    services: stands({ status: 'success', token: 'passed' }),
    act: ({ see }) => see('.button.primary'),
  },
};
