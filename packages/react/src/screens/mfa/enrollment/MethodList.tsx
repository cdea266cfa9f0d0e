import { type Factor, type FactorList, listFactors } from '@latchkey/core';
import type { MfaMethod } from '@latchkey/wire';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { mfaListTexts } from '../../../texts/generated/en/mfaList.ts';
import { mfaMethodsTexts } from '../../../texts/generated/en/mfaMethods.ts';
import { useTexts } from '../../../texts/index.ts';
import { useSheet } from '../../../ui/index.ts';
import { Page } from '../../Page.tsx';
import type { ViewProps } from '../../screen.ts';
import { useServices, useSettings } from '../../services.ts';
import { useTask } from '../../useTask.ts';
import { FactorIcon } from '../factors/FactorIcon.tsx';
import { factorScreens, sortMfaMethods } from '../factors/list.ts';
import { mfaCss } from '../mfa.css.ts';
import type { EnrollmentFlowExits, EnrollmentFlowProps } from './FlowView.tsx';
import { PendingRemoval } from './PendingRemoval.tsx';

interface MethodListProps extends ViewProps<EnrollmentFlowProps, EnrollmentFlowExits> {
  readonly enrolled: readonly MfaMethod[];
}

export function MethodList({ props, exit, enrolled }: MethodListProps) {
  const texts = useTexts('mfaList', mfaListTexts);
  const { client } = useServices();
  const { mfa } = useSettings();
  const place = useRef<HTMLDivElement>(null);
  useSheet(place, mfaCss);
  const [list, setList] = useState<FactorList | null>(null);
  // The methods can be chosen without these details, so an error in loading them is not shown.
  const { run } = useTask({ work: () => listFactors(client), onDone: setList });
  const hasAny = enrolled.length > 0;
  useEffect(() => {
    if (hasAny) run();
  }, [hasAny, run]);
  const methods = sortMfaMethods([...mfa.methods, ...enrolled]);

  return (
    <Page detail={hasAny ? texts.more : texts.first} pageRef={place} title={texts.title}>
      {list?.removal ? (
        <PendingRemoval
          exit={exit}
          isCanceling={props.isCanceling === true}
          onCanceled={() => setList({ ...list, removal: null })}
          removesAt={list.removal.removesAt}
        />
      ) : null}
      <ul className="factors">
        {methods.map((method) => (
          <li key={method}>
            {enrolled.includes(method) ? (
              <Added exit={exit} factors={list?.factors ?? []} method={method} />
            ) : (
              <Offer exit={exit} method={method} />
            )}
          </li>
        ))}
        {list && hasAny ? (
          <li>
            <BackupCodes count={list.backupCodes} onRenew={() => exit('new-codes')} />
          </li>
        ) : null}
      </ul>
    </Page>
  );
}

interface RowProps extends Pick<MethodListProps, 'exit'> {
  readonly method: MfaMethod;
}

function Offer({ method, exit }: RowProps) {
  const texts = useTexts('mfaList', mfaListTexts);
  const names = useTexts('mfaMethods', mfaMethodsTexts);
  const { client } = useServices();
  const { user } = useSyncExternalStore(client.subscribe, client.getState);
  const { isRecommended, isUsedForLogin } = factorScreens[method];
  const isOff = user !== null && isUsedForLogin?.(user) === true;
  return (
    <button className="factor" disabled={isOff} onClick={() => exit('chosen', { method })} type="button">
      <FactorIcon name={method} />
      <span className="factor-name">
        {names[method]}
        {isRecommended ? <span className="aside"> {names.recommended}</span> : null}
        {isOff ? <span className="muted">{texts.loginBySms}</span> : null}
      </span>
      {isOff ? <span className="badge">{texts.disabled}</span> : null}
    </button>
  );
}

interface AddedProps extends RowProps {
  readonly factors: readonly Factor[];
}

function Added({ method, exit, factors }: AddedProps) {
  const texts = useTexts('mfaList', mfaListTexts);
  const names = useTexts('mfaMethods', mfaMethodsTexts);
  const own = factors.filter(({ type }) => type === method);
  return (
    <div className="factor">
      <FactorIcon name={method} />
      <span className="factor-name">{names[method]}</span>
      <span className="badge" data-added="">
        {texts.added}
      </span>
      <button
        aria-label={texts.remove({ method: names[method] })}
        className="icon-button"
        onClick={() => exit('removing', { method })}
        type="button"
      >
        <FactorIcon name="remove" />
      </button>
      {own.length > 0 ? (
        <div className="factor-times">
          {own.map((factor) => (
            <Times factor={factor} key={factor.id} />
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Times({ factor: { name, createdAt, lastUsedAt, isUsable } }: { factor: Factor }) {
  const texts = useTexts('mfaList', mfaListTexts);
  const { locale } = useSettings().intl;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const times = [
    texts.since({ date: format.format(createdAt) }),
    ...(lastUsedAt ? [texts.used({ date: format.format(lastUsedAt) })] : []),
  ].join(', ');
  return (
    <p>
      {name ? <bdi dir={name.startsWith('+') ? 'ltr' : undefined}>{name}</bdi> : null}
      <span>{isUsable ? times : texts.unused}</span>
    </p>
  );
}

function BackupCodes({ count, onRenew }: { count: number; onRenew(): void }) {
  const texts = useTexts('mfaList', mfaListTexts);
  return (
    <div className="factor">
      <FactorIcon name="backup_code" />
      <span className="factor-name">
        {texts.codes}
        <span className="muted">{texts.left({ count })}</span>
      </span>
      <button className="link" onClick={onRenew} type="button">
        {texts.renew}
      </button>
    </div>
  );
}
