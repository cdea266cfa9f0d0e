import { updateSplashTexts } from '../../texts/generated/en/updateSplash.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, Icon } from '../../ui/index.ts';
import { Buttons, Page } from '../Page.tsx';
import type { ViewProps } from '../screen.ts';
import type { SetTask } from './task.ts';

export interface UpdateSplashProps {
  readonly task: SetTask;
}

export interface UpdateSplashExits {
  continued: undefined;
  later: undefined;
}

export function UpdateSplashView({ exit }: ViewProps<UpdateSplashProps, UpdateSplashExits>) {
  const texts = useTexts('updateSplash', updateSplashTexts);
  return (
    <Page
      actions={
        <Buttons>
          <Button autoFocus onClick={() => exit('continued')}>
            {texts.next}
          </Button>
          <Button look="plain" onClick={() => exit('later')}>
            {texts.later}
          </Button>
        </Buttons>
      }
      detail={texts.detail}
      icon={<Icon name="key" />}
      title={texts.title}
    />
  );
}
