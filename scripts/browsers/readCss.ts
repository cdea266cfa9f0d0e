/**
 * The keys under which the compatibility data may know what a style sheet uses: properties, rules and
 * selectors.
 */
export function cssKeysOf(css: string): Set<string> {
  const keys = new Set<string>();
  for (const [, name = ''] of css.matchAll(/(?<![\w-])([a-z][a-z-]+):\s*[^;{}]+[;}]/g))
    keys.add(`css.properties.${name}`);
  for (const [, name = ''] of css.matchAll(/@([a-z-]+)/g)) keys.add(`css.at-rules.${name}`);
  for (const [, name = ''] of css.matchAll(/:{1,2}([a-z-]+)(?=[\s,.:()[{>+~])/g))
    keys.add(`css.selectors.${name}`);
  return keys;
}
