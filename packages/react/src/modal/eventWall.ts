/**
 * Events that stay in the modal, because a host's hotkeys, outside-press handlers, focus traps and analytics listen to
 * them.
 */
const walled = [
  'keydown',
  'keyup',
  'keypress',
  'pointerdown',
  'pointerup',
  'pointermove',
  'pointercancel',
  'pointerover',
  'pointerout',
  'mousedown',
  'mouseup',
  'mousemove',
  'mouseover',
  'mouseout',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'touchstart',
  'touchmove',
  'touchend',
  'touchcancel',
  'wheel',
  'focusin',
  'focusout',
  'beforeinput',
  'input',
  'change',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'copy',
  'cut',
  'paste',
  'dragstart',
  'drop',
  'selectstart',
  'submit',
] as const;

const stop = (event: Event) => event.stopPropagation();

/**
 * Stops the `walled` events at the host element of the modal, in the bubble phase: after every listener inside, and
 * before the page's bubbling listeners on its ancestors.
 */
export function wallEvents(host: HTMLElement): void {
  for (const type of walled) host.addEventListener(type, stop);
}

const keyEvents = ['keydown', 'keypress', 'keyup'] as const;

/**
 * Keeps the keyboard in the modal while it is open.
 *
 * When the focused control disappears, the browser sends keys to the body, where a host's hotkeys would act on what
 * the user typed for the modal. Such a key is stopped at the window, in the capture phase. So is an Escape that does
 * not end an input method's composition, because dialogs of the host page (Radix) would otherwise handle it first.
 *
 * A key that is held while the modal closes belongs to the modal until it is released: its repeats would press the
 * button that opened the modal. A release in another window, such as a popup, causes no event here. The key's next
 * press then counts as new.
 *
 * @param take called with the event of each stopped key that was meant for the modal
 * @returns a function to call when the modal closes
 */
export function keepKeys(host: HTMLElement, take: (event: KeyboardEvent) => void): () => void {
  const view = host.ownerDocument.defaultView;
  const held = new Set<string>();
  let ended = false;

  const guard = (event: KeyboardEvent) => {
    if (event.type === 'keydown' && !event.repeat) held.delete(event.code);
    const isHeld = held.has(event.code);
    if (event.type === 'keydown' && !ended) held.add(event.code);
    if (event.type === 'keyup') held.delete(event.code);
    const isEscape = event.key === 'Escape' && !event.isComposing; // otherwise Escape ends an input method's composition
    if (ended ? isHeld : isEscape || !event.composedPath().includes(host)) {
      event.stopImmediatePropagation();
      if (ended || isEscape) event.preventDefault();
      if (!ended) take(event);
    }
    if (ended && held.size === 0) stop();
  };
  const stop = () => {
    for (const type of keyEvents) view?.removeEventListener(type, guard, true);
  };

  for (const type of keyEvents) view?.addEventListener(type, guard, true);
  return () => {
    ended = true;
    if (held.size === 0) stop();
  };
}
