import { allowlistTexts } from '../../texts/generated/en/allowlist.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, ButtonLink, isWebAddress } from '../../ui/index.ts';
import { StatusPage } from '../StatusPage.tsx';
import type { ViewProps } from '../screen.ts';
import { useSettings } from '../services.ts';

export type AllowlistProps = Record<never, never>;

export interface AllowlistExits {
  back: undefined;
}

/** Shown to a user who is not on the app's allowlist. The operator can set its texts and a link (ERR-05, ERR-06). */
export function AllowlistView({ exit }: ViewProps<AllowlistProps, AllowlistExits>) {
  const texts = useTexts('allowlist', allowlistTexts);
  const { errorTitle, errorDetail, ctaText, ctaLink } = useSettings().allowlistConfig;
  const button = ctaText ?? texts.button;
  return (
    <StatusPage
      actions={
        isWebAddress(ctaLink) ? (
          <ButtonLink autoFocus href={ctaLink}>
            {button}
          </ButtonLink>
        ) : (
          <Button autoFocus onClick={() => exit('back')}>
            {button}
          </Button>
        )
      }
      detail={errorDetail ?? texts.detail}
      state="failed"
      title={errorTitle ?? texts.title}
    />
  );
}
