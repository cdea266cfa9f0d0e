import type { ServiceError } from '@latchkey/wire';
import { Title } from '../../ui/index.ts';
import { methodEntries } from '../methods/index.ts';
import { defineScreen, type ViewProps } from '../screen.ts';
import { useSettings } from '../services.ts';
import { LegalNote } from './LegalNote.tsx';
import { Logo } from './Logo.tsx';

export interface LandingProps {
  /** The address that was typed before, for a person who comes back. */
  readonly email?: string;
}

export interface LandingExits {
  'code-sent': { email: string };
  failed: { error: ServiceError; email: string };
}

function LandingView({ props, exit }: ViewProps<LandingProps, LandingExits>) {
  const { appearance, legal, loginMethods, name } = useSettings();

  return (
    <div className="page">
      <div className="group">
        <div className="heading">
          {appearance.logo ? <Logo appName={name} logo={appearance.logo} /> : null}
          <Title>{appearance.landingHeader}</Title>
          {appearance.loginMessage ? <p className="muted">{appearance.loginMessage}</p> : null}
        </div>
        <div className="entries">
          {loginMethods.map((method) => {
            const Entry = methodEntries[method];
            return <Entry email={props.email ?? ''} exit={exit} key={method} />;
          })}
        </div>
      </div>
      <LegalNote legal={legal} />
    </div>
  );
}

export const landingScreen = defineScreen<LandingProps, LandingExits>({
  name: 'LANDING',
  height: 'compact',
  header: {},
  View: LandingView,
});
