import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the caret after the typed digit when the text around it is formatted. A caret at the end stays at the end,
 * whatever was added there.
 */
export function useDigitCaret() {
  const ref = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);

  useLayoutEffect(() => {
    const input = ref.current;
    if (!input || digitsBefore.current === null) return;
    const at = placeAfterDigits(input.value, digitsBefore.current);
    digitsBefore.current = null;
    input.setSelectionRange(at, at);
  });

  return {
    ref,
    keepDigit(input: HTMLInputElement): void {
      const caret = input.selectionStart ?? input.value.length;
      const isAtEnd = caret === input.value.length;
      digitsBefore.current = isAtEnd ? null : input.value.slice(0, caret).replace(/\P{Nd}/gu, '').length;
    },
  };
}

function placeAfterDigits(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return at;
    if (/\d/.test(text.charAt(at))) seen += 1;
  }
  return text.length;
}
