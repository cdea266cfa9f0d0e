import { Button, Icon, Title, useTexts } from '../../ui/index.ts';
import type { ViewProps } from '../screen.ts';
import type { SetTask } from './task.ts';

export interface UpdateSplashProps {
  readonly task: SetTask;
}

export interface UpdateSplashExits {
  continued: undefined;
  later: undefined;
}

export const updateSplashTexts = {
  title: 'Protect your wallet with a password',
  detail: "You'll need it to open your wallet on another device. We can't recover it for you.",
  next: 'Continue',
  later: 'Not now',
} as const;

/** Says what a password is for before one is asked for. */
export function UpdateSplashView({ exit }: ViewProps<UpdateSplashProps, UpdateSplashExits>) {
  const texts = useTexts('updateSplash', updateSplashTexts);
  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          <span className="mark">
            <Icon name="key" />
          </span>
          <Title>{texts.title}</Title>
          <p className="muted">{texts.detail}</p>
        </div>
      </div>
      <div className="page-end">
        <div className="buttons">
          <Button autoFocus onClick={() => exit('continued')}>
            {texts.next}
          </Button>
          <Button look="plain" onClick={() => exit('later')}>
            {texts.later}
          </Button>
        </div>
      </div>
    </div>
  );
}
