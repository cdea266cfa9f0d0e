/** Returns the keys that the properties, rules and selectors of a style sheet may have in the compatibility data. */
export function cssKeysOf(css: string): Set<string> {
  const keys = new Set<string>();
  for (const [, name = ''] of css.matchAll(/(?<![\w-])([a-z][a-z-]+):\s*[^;{}]+[;}]/g))
    keys.add(`css.properties.${name}`);
  for (const [, name = ''] of css.matchAll(/@([a-z-]+)/g)) keys.add(`css.at-rules.${name}`);
  for (const [, name = ''] of css.matchAll(/:{1,2}([a-z-]+)(?=[\s,.:()[{>+~])/g))
    keys.add(`css.selectors.${name}`);
  return keys;
}
