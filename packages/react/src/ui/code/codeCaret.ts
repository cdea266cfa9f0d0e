import { limits } from '@latchkey/wire';

/**
 * Moves the caret to a box, by default the caret's current box, and selects the digit in it, so typing replaces the
 * digit as in a separate input. Returns the box.
 */
export function takePlace(
  field: HTMLInputElement,
  wished = field.selectionStart ?? field.value.length,
): number {
  const at = Math.max(0, Math.min(wished, field.value.length));
  field.focus();
  field.setSelectionRange(at, Math.min(at + 1, field.value.length));
  return Math.min(at, limits.codeLength - 1);
}

export function boxAt(field: HTMLInputElement, x: number): number {
  const { left, width } = field.getBoundingClientRect();
  return Math.floor(((x - left) / width) * limits.codeLength);
}

/**
 * Returns the effect of a key that needs box-by-box handling: arrows move between boxes, Backspace clears the
 * selected box and moves back (CODE-06). `null` leaves the key to the browser.
 */
export function moveOfKey(key: string, field: HTMLInputElement): { to: number; digits: string } | null {
  const { value } = field;
  const at = field.selectionStart ?? value.length;
  const taken = (field.selectionEnd ?? at) - at === 1;
  if (key === 'ArrowLeft') return { to: at - 1, digits: value };
  if (key === 'ArrowRight') return { to: at + 1, digits: value };
  if (key === 'Backspace' && taken) return { to: at - 1, digits: value.slice(0, at) + value.slice(at + 1) };
  return null;
}
