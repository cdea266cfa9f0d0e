import type { ReadableField, ReadablePart, ReadableValue } from '../readable/index.ts';

/** Creates an element. Its text is never read as HTML. */
export function make<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  className = '',
  text = '',
): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

/** Draws the signed content: each part with its title, each field with its name, nested as in the data. */
export function drawParts(parts: readonly ReadablePart[]): HTMLElement {
  const all = make('div');
  for (const { title, fields } of parts) all.append(make('h2', '', title), drawFields(fields));
  return all;
}

function drawFields(fields: readonly ReadableField[]): HTMLElement {
  const list = make('dl');
  for (const { name, value } of fields) {
    const place = make('dd');
    place.append(drawValue(value));
    list.append(make('dt', '', name), place);
  }
  return list;
}

function drawValue(value: ReadableValue): HTMLElement {
  if (value.kind === 'fields') return drawFields(value.fields);
  if (value.kind !== 'list') return make('span', value.kind, value.text);
  const list = make('ol');
  for (const item of value.items) {
    const place = make('li');
    place.append(drawValue(item));
    list.append(place);
  }
  return list;
}
