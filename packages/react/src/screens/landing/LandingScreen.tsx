import { findRecentLogin, isMobile } from '@latchkey/core';
import { useState } from 'react';
import { landingTexts } from '../../texts/generated/en/landing.ts';
import { moreTexts } from '../../texts/generated/en/more.ts';
import { useTexts } from '../../texts/index.ts';
import { EntryButton, Icon } from '../../ui/index.ts';
import { useCaptchaStart } from '../captcha/useCaptchaStart.ts';
import { findFace, type MethodStarts } from '../methods/index.ts';
import { BrandEntry } from '../methods/social/BrandEntry.tsx';
import { Page } from '../Page.tsx';
import { defineScreen, type Failed, type ViewProps } from '../screen.ts';
import { useServices, useSettings } from '../services.ts';
import { arrange, type LandingEntry, type LandingView as Part } from './arrange.ts';
import { LegalNote } from './LegalNote.tsx';
import { Logo } from './Logo.tsx';
import type { LandingProps } from './typed.ts';

/** Exits of the landing screen that do not depend on the login methods. */
interface OwnExits {
  failed: Failed<LandingProps, LandingExits>;
  /** Leads to a list of more methods. */
  more: { part: Part };
  back: undefined;
}

export type LandingExits = OwnExits & MethodStarts;

function LandingView({ props, exit }: ViewProps<LandingProps, LandingExits>) {
  const texts = useTexts('landing', landingTexts);
  const more = useTexts('more', moreTexts);
  const { client } = useServices();
  const { appearance, headless, legal, loginConfig, loginMethods, loginMethodsAndOrder, name } =
    useSettings();
  const { disableSignup = false, part = 'default', typed } = props;
  // On a phone X's own app would intercept the consent page (LAND-17).
  const hasTwitter = loginConfig.twitterOAuthOnMobileEnabled || !isMobile(window);
  const offered = (method: string) =>
    (method !== 'twitter' || hasTwitter) && findFace(method)?.Links === undefined;
  const rows = arrange({
    methods: loginMethods.filter(offered),
    order: loginMethodsAndOrder && {
      primary: loginMethodsAndOrder.primary.filter(offered),
      overflow: loginMethodsAndOrder.overflow.filter(offered),
    },
    groupPriority: appearance.loginGroupPriority,
  })[part];
  const [chosen, setChosen] = useState<string>();
  const active = chosen ?? typed?.channel ?? (appearance.hideDirectWeb2Inputs ? undefined : firstInput(rows));
  useCaptchaStart(!headless);
  const [recent] = useState(() => findRecentLogin(client)?.method);

  return (
    <Page
      detail={appearance.loginMessage}
      footer={<LegalNote legal={legal} />}
      picture={appearance.logo ? <Logo appName={name} logo={appearance.logo} /> : null}
      title={appearance.landingHeader ?? texts.header}
    >
      <div className="entries">
        {rows.map((row) => {
          if ('opens' in row) {
            const isWallet = row.opens === 'web3-overflow';
            return (
              <EntryButton
                badge={isWallet && recent === 'wallet' ? texts.recent : undefined}
                icon={<Icon name={isWallet ? 'wallet' : 'more'} />}
                key={row.opens}
                label={more[row.label]}
                onClick={() => exit('more', { part: row.opens })}
              />
            );
          }
          const badge = row.method === recent ? texts.recent : undefined;
          const Entry = findFace(row.method)?.Entry;
          if (!Entry) return <BrandEntry badge={badge} brand={row.method} key={row.method} />;
          return (
            <Entry
              exit={exit}
              badge={badge}
              disableSignup={disableSignup}
              isActive={row.method === active}
              key={row.method}
              name={row.method}
              onActivate={() => setChosen(row.method)}
              onMore={(part) => exit('more', { part })}
              part={part}
              takesFocus={row.method === chosen}
              typed={typed?.channel === row.method ? typed.recipient : ''}
            />
          );
        })}
      </div>
      {loginMethods.map((method) => {
        const Links = findFace(method)?.Links;
        if (!Links) return null;
        return <Links disableSignup={disableSignup} exit={exit} isShown={part === 'default'} key={method} />;
      })}
    </Page>
  );
}

/** Returns the first method with an input. Only one input is shown at a time (LAND-14). */
function firstInput(rows: readonly LandingEntry[]): string | undefined {
  return rows
    .map((row) => ('method' in row ? row.method : ''))
    .find((method) => method === 'email' || method === 'sms');
}

export const landingScreen = defineScreen<LandingProps, LandingExits>({
  height: 'compact',
  header: { back: 'back', hasBack: ({ part = 'default' }) => part !== 'default' },
  View: LandingView,
});
