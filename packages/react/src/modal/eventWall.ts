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

const keyEvents = ['keydown', 'keypress', 'keyup'] as const;

/**
 * Keeps the keyboard in the modal while it is open. When the focused control vanishes the browser sends keys to the body,
 * where a host's hotkeys would run on what the person means for the modal; such a key is stopped before anyone hears it.
 * So is Escape, wherever the focus is: dialogs of hosts (Radix) listen to it before it gets to the modal.
 * A key that is held while the modal closes belongs to the modal until it comes up: its repeats would press the opener. If it is
 * released in another window, such as a popup that it opened, no event says so. Then its next press is a new one.
 *
 * @param take called with each key that was meant for the modal and was stopped
 * @returns the function that ends it
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
    const isEscape = event.key === 'Escape' && !event.isComposing; // else it ends an input method's composition
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
