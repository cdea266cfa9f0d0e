import type { Confirmation } from '@latchkey/core';
import type { ConfirmationAct, ServiceError } from '@latchkey/wire';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LinkMethod } from '../../request.ts';
import { confirmLoginTexts } from '../../texts/generated/en/confirmLogin.ts';
import { useTexts } from '../../texts/index.ts';
import { Button, EntryButton, Icon } from '../../ui/index.ts';
import { BrandEntry } from '../methods/social/BrandEntry.tsx';
import { Page } from '../Page.tsx';
import type { ViewProps } from '../screen.ts';
import { type CodeChannel, useServices } from '../services.ts';
import { useTask } from '../useTask.ts';
import { type ConfirmEntry, type ConfirmWay, efforts } from './confirmWay.ts';
import { findOpenedInFrame, OpenInFrame } from './OpenInFrame.tsx';

export interface ConfirmLoginProps {
  /** Operation that the login is confirmed for. @default none: the login only becomes recent */
  readonly confirms?: ConfirmationAct;
  /**
   * True if Telegram opened this mini app too long ago. Telegram confirms a login again when it opens the mini app
   * again.
   */
  readonly mustReopen?: true;
}

export interface CodeSent {
  readonly method: CodeChannel;
  readonly recipient: string;
}

export interface ConfirmLoginExits {
  'code-sent': CodeSent;
  confirmed: Confirmation;
  elsewhere: { method: LinkMethod; popup?: Window | null };
  /** Telegram has to open the mini app again. */
  'must-reopen': undefined;
  failed: { error: ServiceError };
  closed: undefined;
}

interface Offer {
  readonly way: ConfirmWay;
  readonly entry: ConfirmEntry;
}

/** Creates the view that asks a user to confirm their login with one of their accounts. */
export function createConfirmLoginView(ways: readonly ConfirmWay[]) {
  const sorted = [...ways].sort((a, b) => efforts.indexOf(a.effort) - efforts.indexOf(b.effort));
  return function ConfirmLoginView(view: ViewProps<ConfirmLoginProps, ConfirmLoginExits>) {
    const { exit, props } = view;
    const { title } = useTexts('confirmLogin', confirmLoginTexts);
    const { client } = useServices();
    // Computed once, when the screen opens, so later changes of the user do not replace the screen.
    const [address] = useState(() => findOpenedInFrame(client.getState(), props.confirms));
    if (address === null) return <Ways {...view} />;
    return (
      <OpenInFrame
        address={address}
        onFailed={(error) => exit('failed', { error })}
        onOpened={() => exit('confirmed', { confirmed: true })}
        onRejected={() => exit('closed')}
        title={title}
      />
    );
  };

  function Ways({ props, exit }: ViewProps<ConfirmLoginProps, ConfirmLoginExits>) {
    const texts = useTexts('confirmLogin', confirmLoginTexts);
    const [request, logInAgain] =
      props.confirms?.purpose === 'release'
        ? [texts.wallet, texts.logInAgainForWallet]
        : [texts.detail, texts.logInAgain];
    const { client } = useServices();
    const { user } = useSyncExternalStore(client.subscribe, client.getState);
    const { busy, run } = useProof(props.confirms, exit);
    const offers = sorted.flatMap((way) =>
      (user ? way.entriesOf(user, props) : []).map((entry): Offer => ({ way, entry })),
    );
    const isAnyOpen = offers.length > 0;
    const offered = offers.map(({ entry }) => keyOf(entry)).join();
    // biome-ignore lint/correctness/useExhaustiveDependencies: the list of offers is new at every render, so `offered` stands for its contents
    useEffect(() => {
      for (const way of new Set(offers.map((offer) => offer.way))) way.prepare?.(client);
    }, [client, offered]);
    const { mustReopen = false } = props;
    const goElsewhere = ({ way, entry }: Offer) =>
      exit('elsewhere', { method: entry.name, ...(way.open ? { popup: way.open(client) } : {}) });

    return (
      <Page
        actions={isAnyOpen ? undefined : <Button onClick={() => exit('closed')}>{texts.close}</Button>}
        detail={mustReopen ? texts.reopen : isAnyOpen ? request : logInAgain}
        paragraphs={mustReopen && isAnyOpen ? <p className="muted">{texts.another}</p> : null}
        title={mustReopen ? texts.reopenTitle : texts.title}
      >
        {isAnyOpen ? (
          <div className="entries">
            {offers.map((offer) => (
              <WayEntry
                busy={busy}
                key={keyOf(offer.entry)}
                offer={offer}
                onPress={() => (offer.way.prove ? run(offer) : goElsewhere(offer))}
                texts={texts}
              />
            ))}
          </div>
        ) : null}
      </Page>
    );
  }
}

const keyOf = ({ name, account = '' }: ConfirmEntry) => `${name} ${account}`;

interface WayEntryProps {
  readonly offer: Offer;
  readonly texts: typeof confirmLoginTexts;
  readonly busy: string | null;
  onPress(): void;
}

function WayEntry({ offer: { way, entry }, texts, busy, onPress }: WayEntryProps) {
  const isBusy = busy === keyOf(entry);
  const { Row } = entry;
  if (Row) return <Row busy={isBusy} name={entry.name} onPress={onPress} />;
  if (!entry.look) return <BrandEntry brand={entry.name} busy={isBusy} onPress={onPress} />;
  return (
    <EntryButton
      // Sending a code is quick, so no spinner is shown.
      busy={isBusy && way.effort !== 'code'}
      disabled={busy !== null}
      icon={<Icon name={entry.look.icon} />}
      label={entry.look.label(texts)}
      onClick={onPress}
    />
  );
}

function useProof(
  confirms: ConfirmationAct | undefined,
  exit: ViewProps<ConfirmLoginProps, ConfirmLoginExits>['exit'],
) {
  const services = useServices();
  const [chosen, setChosen] = useState<string | null>(null);
  async function prove({ way, entry }: Offer): Promise<Confirmation | CodeSent | undefined> {
    setChosen(keyOf(entry));
    return way.prove?.(services, entry, confirms);
  }
  const { run, status } = useTask({
    work: prove,
    onDone(done) {
      if (!done) return;
      if ('confirmed' in done) exit('confirmed', done);
      else exit('code-sent', done);
    },
    onFailed(error) {
      const reason = error.details?.reason;
      if (reason === 'reopen_mini_app') exit('must-reopen');
      // A user who closed the popup stays on this screen.
      else if (reason !== 'closed') exit('failed', { error });
    },
  });
  return { busy: status === 'running' ? chosen : null, run };
}
