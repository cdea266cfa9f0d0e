import { onSeenPress } from '../page/onSeenPress.ts';
import { roomOf } from '../page/room.ts';
import { settledForMs, watchSight } from '../page/watchSight.ts';
import { drawParts, make } from './drawParts.ts';
import type { Asked } from './readAsked.ts';
import type { Words } from './words.ts';

/** Room in which a request can be read: a host that gives less shows only the button. */
const room = roomOf(280, 320);

interface Given {
  readonly request: Asked;
  /** The address that signs. */
  readonly signer: string;
  /** Origin of the page that asks: a fact of the browser's, where a name would be the page's own word. */
  readonly asker: string;
  readonly words: Words;
  /** The page's clock, in ms. */
  readonly now: () => number;
}

/**
 * Draws a request and waits for the person's word. The button to sign counts once all of the page has been in sight,
 * uncovered, for a second, through the press and until shortly after it, and for presses of a person alone.
 */
export function showRequest(document: Document, given: Given): Promise<'yes' | 'no'> {
  const { request, signer, asker, words, now } = given;
  const main = make('main');
  const sheet = make('section', 'sheet');
  const sign = make('button', 'main', words.sign);
  const reject = make('button', '', words.reject);
  const row = make('div', 'row');
  const { content, kind, warnings, note } = request;
  sheet.append(...warnings.map((text) => make('p', 'warning', text)));
  sheet.append(typeof content === 'string' ? make('p', 'message', content) : drawParts(content));
  if (note !== null) sheet.append(make('p', 'note', note));
  sheet.tabIndex = 0;
  sheet.setAttribute('aria-label', words.contents);
  row.append(reject, sign);
  main.append(
    make('h1', '', asker),
    make('p', '', `${words.asks[kind]} ${words.advice[kind]}`),
    sheet,
    make('p', 'label', words.wallet),
    make('output', '', signer),
    row,
  );
  document.title = `${asker} ${words.asks[kind]}`;
  document.body.replaceChildren(main);
  let isOver = false;
  const isFit = () => matchMedia(room).matches;
  const arm = (armed: boolean) => {
    sign.disabled = !armed || isOver;
  };
  arm(false);
  const sight = watchSight(main, { isFit, now, onChange: arm });
  return new Promise((resolve) => {
    const end = (word: 'yes' | 'no') => {
      if (isOver) return;
      isOver = true;
      arm(false);
      reject.disabled = true;
      resolve(word);
    };
    onSeenPress(sign, sight, () => {
      sign.disabled = true;
      // A cover that was there at the press is seen by the end of this time; then it was no press.
      sight.staysSeen(settledForMs).then((stayed) => (stayed ? end('yes') : arm(sight.isArmed())));
    });
    reject.addEventListener('click', (event) => event.isTrusted && end('no'));
    addEventListener('keydown', (event) => event.isTrusted && event.key === 'Escape' && end('no'));
  });
}
