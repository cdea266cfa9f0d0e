/** Events that must not leave the modal: a host's hotkeys, outside-press handlers, focus traps and analytics live on them. */
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
 * Stops the modal's events at its host element, in the bubble phase: everything inside has had them by then, nothing
 * outside gets them.
 */
export function wallEvents(host: HTMLElement): void {
  for (const type of walled) host.addEventListener(type, stop);
}

/**
 * Keeps the keyboard in the modal while it is open. When the focused control vanishes the browser sends keys to the body,
 * where a host's hotkeys would run on what the person means for the modal; such a key is stopped before anyone hears it.
 *
 * @param take called with each such key
 * @returns the function that ends it
 */
export function keepKeys(host: HTMLElement, take: (event: KeyboardEvent) => void): () => void {
  const view = host.ownerDocument.defaultView;
  const guard = (event: KeyboardEvent) => {
    if (event.composedPath().includes(host)) return;
    event.stopImmediatePropagation();
    take(event);
  };
  for (const type of ['keydown', 'keyup', 'keypress'] as const) view?.addEventListener(type, guard, true);
  return () => {
    for (const type of ['keydown', 'keyup', 'keypress'] as const)
      view?.removeEventListener(type, guard, true);
  };
}
