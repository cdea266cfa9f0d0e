import {
  type AccountChange,
  type LoginResult as CoreLoginResult,
  initLoginWithTelegram,
  linkTelegram,
  loadTelegramScript,
  loginWithTelegram,
} from '@latchkey/core';
import { errorTable, type ServiceError, type TelegramData } from '@latchkey/wire';
import { useEffect, useRef } from 'react';
import { telegramTexts } from '../../../texts/generated/en/telegram.ts';
import { useTexts } from '../../../texts/index.ts';
import { Button } from '../../../ui/index.ts';
import { StatusPage } from '../../StatusPage.tsx';
import type { Failed, ViewProps } from '../../screen.ts';
import { useServices } from '../../services.ts';
import { useTask } from '../../useTask.ts';

export interface TelegramProps {
  readonly act: 'link' | 'login';
  /** Data that Telegram signed; null if it must be requested now. */
  readonly data: TelegramData | null;
  /** @default false */
  readonly disableSignup?: boolean;
}

export interface TelegramExits {
  verified: CoreLoginResult;
  linked: AccountChange;
  failed: Failed<TelegramProps>;
  back: undefined;
}

export function TelegramView({ props, exit }: ViewProps<TelegramProps, TelegramExits>) {
  const texts = useTexts('telegram', telegramTexts);
  const { client } = useServices();
  const { act, data: given, disableSignup = false } = props;
  const shown = useRef(given);
  const { run, status, error } = useTask({
    async work(data: TelegramData | null) {
      const proof = data ?? (await requestTelegramData());
      shown.current = proof;
      if (act === 'link') return { change: await linkTelegram(client, proof) };
      return { login: await loginWithTelegram(client, { data: proof, disableSignup }) };
    },
    onDone: ({ change, login }) => (login ? exit('verified', login) : change && exit('linked', change)),
    // Sends the same signed data again after a step-up.
    onFailed: (failure) => exit('failed', { error: failure, again: { data: shown.current } }),
  });

  async function requestTelegramData(): Promise<TelegramData> {
    await loadTelegramScript(client);
    return initLoginWithTelegram(client);
  }

  useEffect(() => run(given), [run, given]);

  if (status === 'failed' && error) {
    return (
      <StatusPage
        actions={
          errorTable[error.code].retryable ? (
            <Button
              autoFocus
              // Data from a widget or a chat button may be used up, so Telegram's login opens again. A mini app's data
              // is sent again.
              onClick={() => run(shown.current?.telegram_web_app_data ? shown.current : null)}
            >
              {texts.retry}
            </Button>
          ) : null
        }
        detail={texts[detailOf(error)]}
        state="failed"
        title={texts.failed}
      />
    );
  }
  if (status === 'done') return <StatusPage detail={texts.ready} state="done" title={texts.done} />;
  return <StatusPage state="busy" title={texts.verifying} />;
}

function detailOf({ code, details }: ServiceError): keyof typeof telegramTexts {
  switch (code) {
    case 'invalid_credentials':
      return 'expired';
    case 'linked_to_another_user':
      return 'linked';
    case 'disallowed_login_method':
      return 'notAllowed';
    case 'too_many_requests':
      return 'tooMany';
    default:
      return startFailures.find((failure) => failure === details?.reason) ?? 'other';
  }
}

const startFailures = ['notInitialized', 'notConfigured', 'canceled'] as const;
