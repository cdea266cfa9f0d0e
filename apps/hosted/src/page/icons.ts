const paths = {
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  pen: 'M4 20l1-4.5L16.2 4.3a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19 4 20Z M14 6.5l3.5 3.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z M12 7.5V12l3 2',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z M4.5 20c1-3.5 4-5 7.5-5s6.5 1.5 7.5 5',
  wallet: 'M4 8.5V17a3 3 0 0 0 3 3h11a2 2 0 0 0 2-2v-7.5a2 2 0 0 0-2-2H6a2 2 0 0 1 0-4h11 M16.5 14.25h.01',
  link: 'M10 14a4 4 0 0 0 6 .4l2.5-2.5a4 4 0 0 0-5.7-5.7l-1 1 M14 10a4 4 0 0 0-6-.4l-2.5 2.5a4 4 0 0 0 5.7 5.7l1-1',
  stop: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z M6 6l12 12',
} as const;
export type IconName = keyof typeof paths;

const namespace = 'http://www.w3.org/2000/svg';

/** Draws an icon that screen readers ignore. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.6',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [attribute, value] of Object.entries(attributes)) svg.setAttribute(attribute, value);
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
