import { minimumSizeOf } from '../page/minimumSize.ts';
import { onSeenPress } from '../page/onSeenPress.ts';
import { watchEnd } from '../page/watchEnd.ts';
import { settledForMs, watchSight } from '../page/watchSight.ts';
import { drawParts, make } from './drawParts.ts';
import type { approveEn } from './generated/en.ts';
import type { Asked } from './readRequest.ts';

/** Room in which a request can be read: a host that gives less shows only the button. */
const minimumSize = minimumSizeOf(280, 320);

interface Given {
  readonly request: Asked;
  /** The same once more is known of it, or null where nothing came. */
  readonly later: Promise<Asked | null>;
  /** The address that signs. */
  readonly signer: string;
  /** Origin of the page that asks: a fact of the browser's, where a name would be the page's own word. */
  readonly requester: string;
  readonly texts: typeof approveEn.request;
  /** The page's clock, in ms. */
  readonly now: () => number;
}

/**
 * Draws a request and waits for the person's word. The button to sign counts once all of the page has been in sight,
 * uncovered, for a second, through the press and until shortly after it, and for presses of a person alone. A request that does
 * not fit must have been scrolled to its end before.
 */
export function showRequest(document: Document, given: Given): Promise<'yes' | 'no'> {
  const { request, later, signer, requester, texts, now } = given;
  const main = make('main');
  const sheet = make('section', 'sheet');
  const sign = make('button', 'main', texts.sign);
  const reject = make('button', '', texts.reject);
  const row = make('div', 'row');
  const { kind } = request;
  // There from the beginning, so that a warning that comes later is read out.
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
  // Keys scroll what has the focus.
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
    // Its line stays once it was there: the box keeps its size while a person reads.
    if (!reading.isRead()) hint.hidden = false;
    hint.textContent = reading.isRead() ? '' : texts.scroll;
  }
  arm();
  // Threat: what comes in under a finger that is on its way. A press counts for what was in sight for a second.
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
      // A cover that was there at the press is seen by the end of this time; then it was no press.
      sight.staysSeen(settledForMs).then((stayed) => (stayed ? end('yes') : arm()));
    });
    reject.addEventListener('click', (event) => event.isTrusted && end('no'));
    addEventListener('keydown', (event) => event.isTrusted && event.key === 'Escape' && end('no'));
  });
}
