import { printModule } from '../messages/printTexts.ts';
import type { Words } from './words.ts';

/** React's modules of a login method, and the state of its screen in the gallery. */
export function reactFiles(words: Words): Record<string, string> {
  const { camel, name, pascal } = words;
  const folder = `packages/react/src/screens/methods/${name}`;
  return {
    [`packages/react/src/flow/account-types/${camel}.ts`]: transitions(words),
    [`${folder}/${camel}Method.ts`]: method(words),
    [`${folder}/${pascal}Entry.tsx`]: entry(words),
    [`${folder}/${pascal}View.tsx`]: view(words),
    [`packages/react/src/texts/generated/en/${camel}.ts`]: texts(words),
    [`${folder}/confirm.ts`]: confirm(words),
    [`apps/gallery/src/states/methods/${camel}.ts`]: states(words),
  };
}

const method = ({ camel, pascal, screen }: Words) => `import { lazyScreen } from '../../screen.ts';
import type { MethodScreens } from '../methodScreens.ts';
import { ${pascal}Entry } from './${pascal}Entry.tsx';

export const ${camel}Method = {
  Entry: ${pascal}Entry,
  screens: {
    ${screen}: lazyScreen(async () => (await import('./${pascal}View.tsx')).${pascal}View, {
      header: { back: 'back', hasBack: ({ act }) => act !== 'link' },
    }),
  },
  loadConfirm: async () => (await import('./confirm.ts')).confirmBy${pascal},
} as const satisfies MethodScreens;
`;

const entry = ({
  name,
  camel,
  pascal,
}: Words) => `import { ${camel}Texts } from '../../../texts/generated/en/${camel}.ts';
import { useTexts } from '../../../texts/index.ts';
import { EntryButton, Icon } from '../../../ui/index.ts';
import type { MethodEntryProps } from '../methodScreens.ts';

/** What the landing's row of ${name} leads to. */
export interface ${pascal}Starts {
  /** The person is to prove who they are. */
  ${camel}: undefined;
}

/** The landing's row of ${name}. */
export function ${pascal}Entry({ badge, exit }: MethodEntryProps<${pascal}Starts>) {
  const texts = useTexts('${camel}', ${camel}Texts);
  return (
    <EntryButton badge={badge} icon={<Icon name="key" />} label={texts.row} onClick={() => exit('${camel}')} />
  );
}
`;

/** English texts, as `npm run messages` prints them from the catalogue. */
const texts = (words: Words) =>
  printModule(`${words.camel}Texts`, {
    language: 'en',
    path: `modal.${words.camel}`,
    messages: englishMessages(words),
    typesOf: () => new Map(),
  });

/** The messages of the method's row and screen in English. */
export const englishMessages = ({ pascal }: Words): Readonly<Record<string, string>> => ({
  row: pascal,
  title: `Continue with ${pascal}`,
  placeholder: `Your ${pascal} code`,
  submit: 'Submit',
  failed: "That didn't work. Check it and try again.",
});

const view = ({ camel, pascal, name, key }: Words) => `import {
  type AccountChange,
  accountTypes,
  type Confirmation,
} from '@latchkey/core';
import type { ConfirmationAct } from '@latchkey/wire';
import { useState } from 'react';
import type { LoginResult } from '../../../request.ts';
import { ${camel}Texts } from '../../../texts/generated/en/${camel}.ts';
import { useTexts } from '../../../texts/index.ts';
import { Icon, TextField } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';

export interface ${pascal}Props {
  readonly act: 'confirm' | 'link' | 'login';
  /** The one act that a login is confirmed for. */
  readonly confirms?: ConfirmationAct;
  /** Whether only users who have an account get in. @default false */
  readonly disableSignup?: boolean;
  /** What was typed before. */
  readonly typed?: string;
}

export interface ${pascal}Exits {
  verified: LoginResult;
  linked: AccountChange;
  confirmed: Confirmation;
  failed: Failed<${pascal}Props>;
  back: undefined;
}

const acts = accountTypes${key === camel ? `.${camel}` : `['${name}']`};

/** Asks for what proves a ${name} account. */
export function ${pascal}View({ props, exit }: ViewProps<${pascal}Props, ${pascal}Exits>) {
  const texts = useTexts('${camel}', ${camel}Texts);
  const { client } = useServices();
  const { act, confirms, disableSignup = false, typed = '' } = props;
  const [shown, setShown] = useState(typed);
  const proof = shown.trim();
  const { run, status } = useTask({
    async work() {
      if (act === 'login') return { login: await acts.logIn(client, { proof, disableSignup }) };
      if (act === 'link') return { change: await acts.link(client, proof) };
      return { confirmation: await acts.confirm(client, proof, confirms) };
    },
    onDone({ login, change, confirmation }) {
      if (login) exit('verified', { ...login, loginMethod: '${name}' });
      if (change) exit('linked', change);
      if (confirmation) exit('confirmed', confirmation);
    },
    onFailed: (error) => exit('failed', { error, again: { typed: proof } }),
  });
  return (
    <Page title={texts.title}>
      <TextField
        autoComplete="off"
        busy={status === 'running' || status === 'done'}
        canSubmit={proof !== ''}
        error={status === 'failed' ? texts.failed : null}
        icon={<Icon name="key" />}
        label={texts.placeholder}
        onChange={setShown}
        onSubmit={run}
        placeholder={texts.placeholder}
        submitLabel={texts.submit}
        takesFocus
        type="text"
        value={shown}
      />
    </Page>
  );
}
`;

const confirm = ({
  name,
  camel,
  pascal,
  snake,
}: Words) => `import { ${camel}Texts } from '../../../texts/generated/en/${camel}.ts';
import type { ConfirmWay } from '../../changes/confirmWay.ts';

/** On a screen of its own. */
export const confirmBy${pascal}: ConfirmWay = {
  effort: 'screen',
  entriesOf: ({ linkedAccounts }) =>
    linkedAccounts.some(({ type }) => type === '${snake}')
      ? [{ name: '${name}', look: { icon: 'key', label: () => ${camel}Texts.title } }]
      : [],
};
`;

const transitions = ({ camel, name, screen }: Words) => `import type { ErrorCode } from '@latchkey/wire';
import type { PropsOf } from '../../screens/index.ts';
import { timings } from '../../timings.ts';
import { afterLogin } from '../afterLogin.ts';
import { loginErrorFrom } from '../loginErrors.ts';
import type { Transitions } from '../transition.ts';
import type { Entry } from '../state.ts';
import { confirmEntry, isSignupOff, landing } from '../steps.ts';
import type { AccountTypeFlow } from './accountType.ts';

/** What another try changes nothing of. */
const finalCodes: readonly ErrorCode[] = [
  'allowlist_rejected',
  'disallowed_login_method',
  'max_accounts_reached',
  'user_does_not_exist',
];

const transitions: Pick<Transitions, '${screen}'> = {
  ${screen}: {
    verified: (login, facts) => afterLogin(facts, login, timings.closeAfterSuccessMs),
    linked: (result) => ({ close: 'finished', afterMs: timings.closeAfterSuccessMs, result }),
    confirmed: (result) => ({ done: { close: 'finished', result } }),
    failed: ({ error }, facts, { entry }) =>
      entry.props.act === 'login' && finalCodes.includes(error.code)
        ? loginErrorFrom(entry, error, facts)
        : { stay: true },
    back: (_, _facts, { entry: { props }, request }) => ({
      to: props.act === 'confirm' ? confirmEntry(props.confirms) : landing(request, {}),
    }),
  },
};

const toScreen = (props: PropsOf<'${screen}'>): Entry => ({ name: '${screen}', props });

const starts: Pick<Transitions['LANDING'], '${camel}'> = {
  ${camel}: (_, _facts, { request }) => ({
    to: toScreen({ act: 'login', ...(isSignupOff(request) ? { disableSignup: true } : {}) }),
  }),
};

export const ${camel} = {
  transitions,
  starts,
  link: () => toScreen({ act: 'link' }),
  confirm: (props) => toScreen({ act: 'confirm', ...props }),
  transferOf: (offer, { name }) => (name === '${screen}' ? { offer, method: '${name}' } : null),
} as const satisfies AccountTypeFlow;
`;

const states = ({ camel, screen }: Words) => `import { ${camel}Routes } from '@latchkey/wire';
import { hang } from '../../network.ts';
import type { States } from '../state.ts';

export const ${camel}: States<'${screen}'> = {
  usual: { props: { act: 'login' } },
  busy: { props: { act: 'login', typed: '123456' }, answers: [hang(${camel}Routes.authenticate)] },
};
`;
