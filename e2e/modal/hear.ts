/** Events that a host may listen to: hotkeys, outside presses, focus traps, analytics. */
const types = [
  'keydown',
  'keyup',
  'keypress',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'touchstart',
  'touchend',
  'focusin',
  'beforeinput',
  'input',
  'change',
  'paste',
  'submit',
  'wheel',
];

/** Records every event of these types that reaches a target in the bubble phase. */
export function hear(place: Document | HTMLElement, heard: string[]): void {
  for (const type of types) place.addEventListener(type, () => heard.push(`${place.nodeName} ${type}`));
}
