import { type ReactNode, useEffect, useState } from 'react';
import { Page, StatusLine } from '../Page.tsx';
import type { Exit, Failed } from '../screen.ts';
import { type Task, useTask } from '../useTask.ts';

export type AccessProps = Record<string, never>;

export interface AccessExits {
  ended: undefined;
  'not-ended': Failed<AccessProps>;
  /** The list could not be loaded. */
  failed: Failed<AccessProps>;
}

interface Access<Item, Named> extends Pick<Task<[Named]>, 'run' | 'status'> {
  /** Null until the items are loaded. */
  readonly items: readonly Item[] | null;
}

/** Lists what has access to the user's account, and ends items. Reloads the list afterwards. */
export function useAccess<Item, Named>(
  exit: Exit<AccessExits>,
  { load, end }: { load(): Promise<readonly Item[]>; end(named: Named): Promise<unknown> },
): Access<Item, Named> {
  const [items, setItems] = useState<readonly Item[] | null>(null);
  const { run: list } = useTask({
    work: load,
    onDone: setItems,
    onFailed: (error) => exit('failed', { error }),
  });
  useEffect(list, [list]);
  const { run, status } = useTask({
    work: end,
    onDone() {
      exit('ended');
      list();
    },
    onFailed(error) {
      exit('not-ended', { error });
      list(); // items that have ended meanwhile disappear from the list
    },
  });
  return { items, run, status };
}

interface AccessPageProps {
  readonly texts: {
    readonly title: string;
    readonly detail: string;
    readonly done: string;
    readonly failed: string;
  };
  readonly status: Task<[]>['status'];
  /** Shown until an item was ended, or ending it failed. */
  readonly hint?: string | null;
  readonly rows: ReactNode;
  readonly children?: ReactNode;
}

export function AccessPage({ texts, status, hint = null, rows, children }: AccessPageProps) {
  const said = status === 'failed' ? texts.failed : status === 'done' ? texts.done : hint;
  return (
    <Page
      actions={
        <>
          <StatusLine isError={status === 'failed'}>{said}</StatusLine>
          {children}
        </>
      }
      detail={texts.detail}
      title={texts.title}
    >
      <ul className="documents entries">{rows}</ul>
    </Page>
  );
}

interface AccessRowProps {
  readonly name: string;
  readonly texts: { readonly end: string; readonly confirm: string };
  readonly busy: boolean;
  /** Text in place of the button, for items that cannot be ended here. */
  readonly fixed?: string | null;
  readonly children: ReactNode;
  onEnd(): void;
}

/** A list item. Ending it takes two clicks. */
export function AccessRow({ name, texts, busy, fixed = null, children, onEnd }: AccessRowProps) {
  const [isAsked, setAsked] = useState(false);
  const action = isAsked ? texts.confirm : texts.end;
  return (
    <li className="document two-lines">
      <bdi>{name}</bdi>
      {fixed === null ? (
        <button
          aria-label={`${action}: ${name}`}
          className="link"
          disabled={busy}
          onBlur={() => setAsked(false)}
          onClick={() => (isAsked ? onEnd() : setAsked(true))}
          type="button"
        >
          {action}
        </button>
      ) : (
        <span className="muted">{fixed}</span>
      )}
      <span className="muted wide">{children}</span>
    </li>
  );
}
