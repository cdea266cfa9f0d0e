import { minimumSizeOf } from '../page/minimumSize.ts';
import { onSeenPress } from '../page/onSeenPress.ts';
import { watchEnd } from '../page/watchEnd.ts';
import { settledForMs, watchSight } from '../page/watchSight.ts';
import { drawParts, make } from './drawParts.ts';
import type { approveEn } from './generated/en.ts';
import type { Asked } from './readRequest.ts';

const minimumSize = minimumSizeOf(280, 320);

interface Given {
  readonly request: Asked;
  /** Same request with further facts, or null if there are none. */
  readonly later: Promise<Asked | null>;
  readonly signer: string;
  /** Origin of the host page. The browser reports it, whereas the page could claim any name. */
  readonly requester: string;
  readonly texts: typeof approveEn.request;
  /** Returns the page's time in ms. */
  readonly now: () => number;
}

/**
 * Shows a request and waits for the user's decision. A press on the button to sign counts only if the page was in
 * sight (and uncovered, if the browser can tell) for a second before it and until shortly after it. Presses by a
 * script never count. A request that does not fit must have been scrolled to its end first.
 */
export function showRequest(document: Document, given: Given): Promise<'yes' | 'no'> {
  const { request, later, signer, requester, texts, now } = given;
  const main = make('main');
  const sheet = make('section', 'sheet');
  const sign = make('button', 'main', texts.sign);
  const reject = make('button', '', texts.reject);
  const row = make('div', 'row');
  const { kind } = request;
  // Present from the beginning, so that screen readers announce a later warning.
  const alarms = make('div');
  alarms.setAttribute('aria-live', 'assertive');
  const contents = make('div');
  const draw = ({ content, warnings, note }: Asked) => {
    alarms.replaceChildren(...warnings.map((text) => make('p', 'warning', text)));
    contents.replaceChildren(
      typeof content === 'string'
        ? make('p', kind === 'hash' ? 'message code' : 'message', content)
        : drawParts(content),
      ...(note === null ? [] : [make('p', 'note', note)]),
    );
  };
  draw(request);
  sheet.append(alarms, contents);
  // Makes the box focusable, because keys scroll the element that has the focus.
  sheet.tabIndex = 0;
  sheet.setAttribute('aria-label', texts.contents);
  const hint = Object.assign(make('p', 'hint'), { id: 'hint', role: 'status', hidden: true });
  for (const element of [sheet, sign]) element.setAttribute('aria-describedby', hint.id);
  row.append(reject, sign);
  main.append(
    make('h1', '', requester),
    make('p', '', `${texts.requests[kind]} ${texts.advice[kind]}`),
    sheet,
    hint,
    make('p', 'label', texts.wallet),
    make('output', '', signer),
    row,
  );
  document.title = `${requester} ${texts.requests[kind]}`;
  document.body.replaceChildren(main);
  let isOver = false;
  const isFit = () => matchMedia(minimumSize).matches;
  const onChange = (isInSight: boolean) => {
    if (isInSight) reading.beginAnew();
    arm();
  };
  const sight = watchSight(main, { isFit, now, onChange });
  const reading = watchEnd(sheet, sight, () => arm());
  const isArmed = () => sight.isArmed() && reading.isRead();
  function arm(): void {
    sign.disabled = !isArmed() || isOver;
    // The hint keeps its line once it was shown, so that the box keeps its size while the user reads.
    if (!reading.isRead()) hint.hidden = false;
    hint.textContent = reading.isRead() ? '' : texts.scroll;
  }
  arm();
  // Facts may arrive just before a press, so the time in sight restarts.
  void later.then((read) => {
    if (read === null || isOver) return;
    const place = sheet.scrollTop;
    draw(read);
    sheet.scrollTop = read.warnings.length > request.warnings.length ? 0 : place;
    reading.requestAgain();
    sight.beginAnew();
  });
  return new Promise((resolve) => {
    const end = (word: 'yes' | 'no') => {
      if (isOver) return;
      isOver = true;
      arm();
      reject.disabled = true;
      resolve(word);
    };
    onSeenPress(sign, { isArmed }, () => {
      sign.disabled = true;
      // A malicious host page could cover this page at the moment of the press, and a browser that detects the cover
      // reports it late. The press counts only if no cover is reported within this time.
      sight.staysSeen(settledForMs).then((stayed) => (stayed ? end('yes') : arm()));
    });
    reject.addEventListener('click', (event) => event.isTrusted && end('no'));
    addEventListener('keydown', (event) => event.isTrusted && event.key === 'Escape' && end('no'));
  });
}
